import { bookException, checkBooks, getBooks } from '#contract/books.ts'
import { personalRoute, route } from '#server/http/route.ts'
import { z } from 'zod'
import { requestCheck } from './books.writes.ts'
import { rules } from './rules.ts'

export const bookRoutes = [
  route(getBooks, async (_input, { db, shop: { configId } }) => {
    const checks = await db
      .selectFrom('book_check')
      .selectAll()
      .where('config_id', '=', configId)
      .orderBy('id', 'desc')
      .limit(2)
      .execute()
    const latest = checks.find(({ finished_at }) => finished_at !== null)
    return {
      data: {
        latest: latest
          ? {
              requestedAt: latest.requested_at.toISOString(),
              finishedAt: latest.finished_at?.toISOString() ?? null,
              orders: latest.orders,
              exceptions: z.array(bookException).parse(latest.exceptions),
            }
          : null,
        underWay: checks[0]?.finished_at === null,
        rules: rules.map(({ check, name }) => ({ check, name })),
      },
    }
  }),

  personalRoute(checkBooks, async (_input, { db, shop }) => {
    await requestCheck(db, shop.configId)
    return { message: 'The books are being checked' }
  }),
]
