import { confirmCashOrder } from '#contract/orders/cash/confirm-cash.ts'
import { AppError } from '#server/http/errors.ts'
import { personalRoute } from '#server/http/route.ts'
import { isEmailedToken, requireOwnOrder } from '../order/order-access.ts'
import { confirmByLink } from './confirm-cash.writes.ts'

/** Cash orders for their customers. */
export const cashRoutes = [
  personalRoute(confirmCashOrder, async (request, context) => {
    const { db, shop, services, caller } = context
    const { shopId } = shop
    const order = await requireOwnOrder(context, request)
    // The press proves that the customer reads this address.
    if (!isEmailedToken(services.keyedHash, shopId, request)) {
      const message = 'Open the link in our email to confirm your order'
      throw new AppError(403, 'link_needed', message)
    }
    const actor = { id: caller?.userId ?? null, name: order.shipping_address.fullName }
    const status = await db
      .transaction()
      .execute((tx) => confirmByLink(tx, { shopId, actor }, context, order.id))
    return { data: { status }, message: 'Your order is confirmed' }
  }),
]
