import type { z } from 'zod'
import {
  closePayment,
  refundOrder as refundOrderEndpoint,
  markRefundSent,
  type RefundTarget,
} from '#contract/orders/payment/refund.ts'
import type { Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import { personalRoute, type PersonalContext } from '#server/http/route.ts'
import { asStaff } from '#server/modules/audit/index.ts'
import { sentOrNot } from '#server/modules/email/index.ts'
import { toMajor } from '#server/modules/pricing/index.ts'
import type { ShopProviders } from '#server/platform/payments/online-payments.ts'
import { findOrder, lockOrder, orderNotFound, type OrderRow } from '../order/order.queries.ts'
import { providersOf } from '../payments/payment-deps.ts'
import { closeUnknownPayment, recordManualRefund } from './manual-refund.writes.ts'
import { paymentName } from '../payments/payment-method.ts'
import { listRefundablePayments } from '../payments/payment.queries.ts'
import { awaitsStaff, refundedTo, splitRefund } from './refund.rules.ts'
import { requireTarget, targetNames } from './refund-target.ts'
import { quoteRefund, refundOrder } from './refund-order.writes.ts'

/** Refunds for staff. */
export const refundRoutes = [
  personalRoute(refundOrderEndpoint, async ({ preview, number, to: target, ...request }, context) => {
    const { shopId, locale } = context.shop
    if (!preview && context.idempotent === undefined)
      throw new AppError(400, 'key_missing', 'A refund requires the header Idempotency-Key')
    const [{ id }, providers] = await Promise.all([requireOrder(context, number), providersOf(context)])
    const data = await asStaff(context, async (tx, write) => {
      const order = await lockOrder(tx, shopId, id)
      const quote = await quoteRefund(tx, order, request, locale)
      const major = (minor: number) => toMajor(minor, order.currency)
      const amounts = { amount: major(quote.amount), left: major(quote.left) }
      if (preview) {
        requireTarget(order, target)
        const parts = await listRefundParts(tx, providers, { order, amount: quote.amount, target })
        return { ...amounts, status: order.status, refund: null, parts }
      }
      const refund = await refundOrder(tx, write, order, {
        quote,
        reason: request.reason,
        email: context,
        target,
      })
      const { status } = await lockOrder(tx, shopId, id)
      return { ...amounts, status, refund, parts: [] }
    })
    return { data, message: preview ? 'OK' : 'Refund issued' }
  }),

  personalRoute(markRefundSent, async ({ number, id }, context) => {
    const [order, providers] = await Promise.all([requireOrder(context, number), providersOf(context)])
    await asStaff(context, (tx, write) =>
      recordManualRefund(tx, { write, email: context, providers }, { orderId: order.id, id }),
    )
    return { message: sentOrNot(context, 'Customer notified', order.email) }
  }),

  personalRoute(closePayment, async ({ number, id }, context) => {
    const order = await requireOrder(context, number)
    await asStaff(context, (tx, write) => closeUnknownPayment(tx, write, { orderId: order.id, id }))
    return { message: 'Payment closed' }
  }),
]

/** Where the parts of a refund would go, in major units. */
async function listRefundParts(
  tx: Transaction,
  providers: ShopProviders,
  { order, amount, target }: { order: OrderRow; amount: number; target: RefundTarget },
): Promise<RefundPreview['parts']> {
  const major = (minor: number) => toMajor(minor, order.currency)
  if (target !== 'original') return [{ name: targetNames[target], amount: major(amount), isManual: false }]
  const payments = await listRefundablePayments(tx, order.config_id, order.id)
  return splitRefund(amount, payments).map(({ payment, amount: share }) => ({
    name: refundedTo(payment) ?? paymentName(payment.provider, providers.offered),
    amount: major(share),
    isManual: awaitsStaff({ ...payment, status: 'waiting' }, providers),
  }))
}

type RefundPreview = z.output<typeof refundOrderEndpoint.answer>['data']

async function requireOrder({ db, shop }: PersonalContext, number: string): Promise<OrderRow> {
  const order = await findOrder(db, shop.shopId, number)
  if (!order) throw orderNotFound()
  return order
}
