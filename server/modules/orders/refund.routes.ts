import { closePayment, refundOrder, settleRefund } from '#contract/refund.ts'
import { AppError } from '#server/http/errors.ts'
import { onceOrBusy } from '#server/http/once.ts'
import { personalRoute } from '#server/http/route.ts'
import { asStaff } from '#server/modules/journal/index.ts'
import { toMajor } from '#server/modules/pricing/index.ts'
import { findOrder, lockOrder, orderNotFound } from './order.queries.ts'
import { payBackInPart, quoteRefund } from './refund-order.ts'
import { closePaymentByHand, settleByHand } from './settle-by-hand.ts'

/** Staff pay back. */
export const refundRoutes = [
  personalRoute(refundOrder, async (input, context) => {
    const { preview, number, ...wish } = input
    const { shop, idempotencyKey: key, db } = context
    const { configId, locale } = shop
    if (!preview && key === undefined)
      throw new AppError(400, 'key_missing', 'A refund needs the header Idempotency-Key.')
    const { id } = (await findOrder(db, configId, number)) ?? notThere()
    const data = await asStaff(context, async (tx, write) => {
      const work = async () => {
        const order = await lockOrder(tx, configId, id)
        const quote = await quoteRefund(tx, order, wish, locale)
        const major = (minor: number) => toMajor(minor, order.currency)
        const sums = { amount: major(quote.amount), left: major(quote.left) }
        if (preview) return { ...sums, status: order.status, refund: null }
        const refund = await payBackInPart(tx, write, order, { quote, reason: wish.reason, mail: context })
        const { status } = await lockOrder(tx, configId, id)
        return { ...sums, status, refund }
      }
      if (preview || key === undefined) return work()
      return onceOrBusy(tx, { configId, owner: `refunds:${write.actor.id}`, key, body: input }, work)
    })
    return { data, message: preview ? 'OK' : 'The money is paid back' }
  }),

  personalRoute(settleRefund, async ({ number, id }, context) => {
    const order = (await findOrder(context.db, context.shop.configId, number)) ?? notThere()
    await asStaff(context, (tx, write) =>
      settleByHand(tx, { write, mail: context, online: context.online }, { orderId: order.id, id }),
    )
    return { message: 'The customer is told' }
  }),

  personalRoute(closePayment, async ({ number, id }, context) => {
    const order = (await findOrder(context.db, context.shop.configId, number)) ?? notThere()
    await asStaff(context, (tx, write) => closePaymentByHand(tx, write, { orderId: order.id, id }))
    return { message: 'The payment is closed' }
  }),
]

function notThere(): never {
  throw orderNotFound()
}
