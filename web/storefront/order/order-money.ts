import type { ShopperOrder } from '#contract/orders/order.ts'
import { exactMoney, type MoneyFormat } from '#web/lib/format/money.ts'

/** What happens with the money of an order that has ended or was refunded in part; empty for any other. */
export function refundText(order: ShopperOrder, format: MoneyFormat): string {
  const { status, paid, refunded, paymentName } = order
  const hasEnded = status === 'cancelled' || status === 'refunded'
  if (hasEnded && paid > refunded) {
    const amount = exactMoney(paid - refunded, format)
    return `Your refund of ${amount} is being processed. It goes back the way you paid (${paymentName}). You don’t need to do anything.`
  }
  if (refunded > 0)
    return `We’ve refunded ${exactMoney(refunded, format)} the way you paid (${paymentName}). Your bank may take a few days to show it.`
  return status === 'cancelled' ? 'You haven’t been charged, and you don’t need to pay anything.' : ''
}
