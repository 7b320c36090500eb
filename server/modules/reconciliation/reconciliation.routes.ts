import { finding, getReconciliation, requestReconciliation } from '#contract/reconciliation/reconciliation.ts'
import { personalRoute, route } from '#server/http/route.ts'
import { z } from 'zod'
import { integrityChecks } from './integrity-checks.ts'
import { requestChecks } from './reconciliation.writes.ts'

export const reconciliationRoutes = [
  route(getReconciliation, async (_input, { db, shop: { shopId } }) => {
    const rows = await db
      .selectFrom('integrity_check')
      .selectAll()
      .where('config_id', '=', shopId)
      .orderBy('id', 'desc')
      .limit(2)
      .execute()
    const latest = rows.find(({ finished_at }) => finished_at !== null)
    return {
      data: {
        latest: latest
          ? {
              requestedAt: latest.requested_at.toISOString(),
              finishedAt: latest.finished_at?.toISOString() ?? null,
              orders: latest.orders_checked,
              findings: z.array(finding).parse(latest.findings),
            }
          : null,
        isRunning: rows[0]?.finished_at === null,
        checks: integrityChecks.map(({ check, name }) => ({ check, name })),
      },
    }
  }),

  personalRoute(requestReconciliation, async (_input, { db, shop }) => {
    await requestChecks(db, shop.shopId)
    return { message: 'Reconciliation started' }
  }),
]
