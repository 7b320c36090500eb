import type { AdminOrder } from '#contract/orders/admin-order.ts'
import type { Settlement } from '#contract/orders/edit-order.ts'
import type { OrderTotals } from '#contract/orders/order-totals.ts'
import { money, type MoneyFormat } from '#web/lib/format/money.ts'

type Change = Settlement & { after: Pick<OrderTotals, 'total'> }

/** What a new total does to the money of an order, in a sentence. */
export function moneyText(
  {
    status,
    paymentMethod,
    isPickUp,
    due: dueBefore,
  }: Pick<AdminOrder, 'status' | 'paymentMethod' | 'isPickUp' | 'due'>,
  { due, refund, refundTo, paymentMethods, after }: Change,
  format: MoneyFormat,
): string {
  const amount = (value: number) => money(value, format)
  if (status === 'pending' && paymentMethod !== 'cod')
    return `The customer pays ${amount(after.total)} by link.`
  if (paymentMethod === 'cod' && due > 0)
    return isPickUp ? `The customer pays ${amount(due)} at pick-up.` : `The courier collects ${amount(due)}.`
  if (due > 0)
    return paymentMethods.every(({ id }) => id === 'manual')
      ? `You collect ${amount(due)} from the customer.`
      : `The customer pays ${amount(due)} ${dueBefore > 0 ? 'in all' : 'more'} by link.`
  if (refund === 0) return 'Nothing is left to pay or to refund.'
  return refundTo
    .map(({ name, amount: part, isManual }) =>
      isManual ? `You send ${amount(part)} back (${name}).` : `${amount(part)} goes back (${name}).`,
    )
    .join(' ')
}
