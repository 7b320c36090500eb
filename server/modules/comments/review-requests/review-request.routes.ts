import { sql } from 'kysely'
import { unsubscribe } from '#contract/comments/review-request.ts'
import { AppError } from '#server/http/errors.ts'
import { personalRoute } from '#server/http/route.ts'
import { orderNumberOf } from './unsubscribe-token.ts'

export const reviewRequestRoutes = [
  personalRoute(unsubscribe, async ({ token }, { db, shop: { shopId }, services }) => {
    const number = orderNumberOf(services.keyedHash, shopId, token)
    if (number === undefined)
      throw new AppError(404, 'not_found', 'This link is incomplete. Please open it from the email again.')
    await sql`
      insert into review_unsubscribe (config_id, email)
      select config_id, lower(email) from shop_order where config_id = ${shopId} and number = ${number}
      on conflict do nothing`.execute(db)
    return { message: 'You won’t be asked for comments again' }
  }),
]
