import type { Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import type { PersonalContext } from '#server/http/route.ts'
import { recordOrderEvent } from '#server/modules/events/index.ts'
import { computeCart } from '#server/modules/pricing/index.ts'
import { quoteEditedOrder } from '../editing/edited-order.ts'
import { listOrderLines, type OrderRow } from '../order/order.queries.ts'
import { reviseAmounts } from '../order/order.writes.ts'
import { lineRows } from '../placing/new-order.ts'
import { orderAmounts } from '../placing/place.rules.ts'

/**
 * Writes another fee of cash on delivery, with its tax, to a locked order that is to be paid by `methodId`. Nothing else of its
 * amounts changes. Returns by how much the total does. AppError 409 `settings_changed` if the shop would compute the order
 * differently now.
 */
export async function changeCashFee(
  tx: Transaction,
  context: PersonalContext,
  order: OrderRow,
  { methodId, fee }: { methodId: string; fee: number },
): Promise<number> {
  if (order.cash_fee === fee) return 0
  const lines = await listOrderLines(tx, order.config_id, order.id)
  const wanted = lines.map((old) => ({ variantId: old.variant_id, quantity: old.quantity, old }))
  const as = { ...order, payment_method: methodId, cash_fee: 0 }
  const quote = await quoteEditedOrder(tx, context, as, wanted)
  // The delivery costs what it did, also if the rates of the shop have changed.
  const shipping = { flat: order.shipping - order.cash_fee, freeFrom: null }
  const totalsWith = (cashFee: number) => computeCart(quote.lines, { ...quote.rules, shipping, cashFee })
  const before = totalsWith(order.cash_fee)
  if (before.total !== order.total || before.tax !== order.tax) {
    const message = 'This order can’t be paid in another way any more. Cancel it and order again.'
    throw new AppError(409, 'settings_changed', message)
  }
  const totals = totalsWith(fee)
  await reviseAmounts(tx, order.config_id, order.id, {
    lines: lineRows({ ...quote, totals }).map((row, i) => ({
      ...row,
      position: lines[i]?.position ?? row.position,
    })),
    amounts: orderAmounts({ ...quote, totals }),
  })
  await recordOrderEvent(tx, order, 'order.edited')
  return totals.total - order.total
}
