import {
  closePayment,
  refundOrder as refundOrderEndpoint,
  markRefundSent,
} from '#contract/orders/payment/refund.ts'
import { AppError } from '#server/http/errors.ts'
import { personalRoute, type PersonalContext } from '#server/http/route.ts'
import { asStaff } from '#server/modules/audit/index.ts'
import { sentOrNot } from '#server/modules/email/index.ts'
import { toMajor } from '#server/modules/pricing/index.ts'
import { findOrder, lockOrder, orderNotFound, type OrderRow } from '../order/order.queries.ts'
import { closeUnknownPayment, recordManualRefund } from './manual-refund.writes.ts'
import { quoteRefund, refundOrder } from './refund-order.writes.ts'

/** Refunds for staff. */
export const refundRoutes = [
  personalRoute(refundOrderEndpoint, async ({ preview, number, ...request }, context) => {
    const { shopId, locale } = context.shop
    if (!preview && context.idempotent === undefined)
      throw new AppError(400, 'key_missing', 'A refund requires the header Idempotency-Key')
    const { id } = await requireOrder(context, number)
    const data = await asStaff(context, async (tx, write) => {
      const order = await lockOrder(tx, shopId, id)
      const quote = await quoteRefund(tx, order, request, locale)
      const major = (minor: number) => toMajor(minor, order.currency)
      const amounts = { amount: major(quote.amount), left: major(quote.left) }
      if (preview) return { ...amounts, status: order.status, refund: null }
      const refund = await refundOrder(tx, write, order, { quote, reason: request.reason, email: context })
      const { status } = await lockOrder(tx, shopId, id)
      return { ...amounts, status, refund }
    })
    return { data, message: preview ? 'OK' : 'Refund issued' }
  }),

  personalRoute(markRefundSent, async ({ number, id }, context) => {
    const order = await requireOrder(context, number)
    await asStaff(context, (tx, write) =>
      recordManualRefund(
        tx,
        { write, email: context, online: context.services.online },
        { orderId: order.id, id },
      ),
    )
    return { message: sentOrNot(context, 'Customer notified', order.email) }
  }),

  personalRoute(closePayment, async ({ number, id }, context) => {
    const order = await requireOrder(context, number)
    await asStaff(context, (tx, write) => closeUnknownPayment(tx, write, { orderId: order.id, id }))
    return { message: 'Payment closed' }
  }),
]

async function requireOrder({ db, shop }: PersonalContext, number: string): Promise<OrderRow> {
  const order = await findOrder(db, shop.shopId, number)
  if (!order) throw orderNotFound()
  return order
}
