import { deliveryDates } from '#contract/orders/delivery/delivery-dates.ts'
import { later, type Transaction } from '#server/db/connect.ts'
import type { PersonalContext } from '#server/http/route.ts'
import type { WriteContext } from '#server/modules/audit/index.ts'
import { lockStock, release, reserve, returnStock, sell } from '#server/modules/stock/index.ts'
import { replaceLines } from '../order/order.writes.ts'
import { listOrderLines, lockOrder, type OrderRow } from '../order/order.queries.ts'
import { lineRows } from '../placing/new-order.ts'
import { orderAmounts } from '../placing/place.rules.ts'
import { announceEdit } from './announce-edit.writes.ts'
import type { WantedLine } from './edited-lines.ts'
import type { EditedQuote } from './edited-order.ts'
import type { PlannedChange } from './planned-change.ts'
import { insertRevision, snapshotOf } from './revision.writes.ts'
import { settle } from './settle.writes.ts'

/**
 * Writes a change with its stock, amounts and money, and tells the customer. Returns the id of its revision; undefined if it
 * undoes one. AppError 409 `out_of_stock`.
 */
export async function writeChange(
  tx: Transaction,
  write: WriteContext,
  context: PersonalContext,
  planned: PlannedChange,
  { isUndo }: { isUndo: boolean },
): Promise<number | undefined> {
  const { shopId } = write
  const { order, current, wanted, changed, quote, settlement } = planned
  await moveStock(tx, write, order, changed.filter(takesStock(quote)))
  await replaceLines(tx, shopId, order.id, {
    lines: editedRows(wanted, quote),
    columns: { ...orderAmounts(quote), ...changedColumns(planned, context) },
  })
  const eventId = await announceEdit(tx, write, context, planned, { isUndo })
  await settle(tx, write, context, order, settlement)
  if (isUndo) return undefined
  const [after, lines] = await Promise.all([
    lockOrder(tx, shopId, order.id),
    listOrderLines(tx, shopId, order.id),
  ])
  const snapshots = { before: snapshotOf(order, current), after: snapshotOf(after, lines) }
  return insertRevision(tx, shopId, order.id, { eventId, ...snapshots, settled: settlement.settled })
}

/** Whether the units of a line are those of the stock ledger: as when it was ordered, or as its variant is counted now. */
const takesStock =
  ({ lines }: EditedQuote) =>
  ({ variantId, old }: WantedLine): boolean =>
    old?.takes_stock ?? lines.some((line) => line.variantId === variantId && line.takesStock)

/** Takes the additional units and gives the others back, as the order holds its stock: reserved or sold. */
async function moveStock(
  tx: Transaction,
  write: WriteContext,
  { status, number }: OrderRow,
  changed: readonly WantedLine[],
): Promise<void> {
  const changes = changed.map(({ variantId, quantity, old }) => ({
    variantId,
    change: quantity - (old?.quantity ?? 0),
  }))
  const more = changes.flatMap(({ variantId, change }) => (change > 0 ? { variantId, quantity: change } : []))
  const less = changes.flatMap(({ variantId, change }) =>
    change < 0 ? { variantId, quantity: -change } : [],
  )
  const note = { reference: number }
  // Both movements lock levels, so all of them are locked in one order first.
  await lockStock(
    tx,
    write.shopId,
    changes.map(({ variantId }) => variantId),
  )
  if (status === 'pending') {
    later(tx, release(tx, write, less, note))
    await reserve(tx, write, more, note)
  } else {
    later(tx, returnStock(tx, write, less, note))
    await sell(tx, write, more, { ...note, reserved: false })
  }
}

/** The rows of the lines. A line keeps its position, and with it its id. */
function editedRows(wanted: readonly WantedLine[], quote: EditedQuote) {
  const byVariant = new Map(wanted.map((line) => [line.variantId, line.restored ?? line.old]))
  const taken = wanted.flatMap(({ old, restored }) => [old?.position ?? -1, restored?.position ?? -1])
  let next = Math.max(...taken) + 1
  return lineRows(quote).map((row) => {
    const ordered = byVariant.get(row.variant_id)
    // What was ordered keeps its name, also if the product was renamed.
    const named = ordered && {
      name: ordered.name,
      options: ordered.options,
      sku: ordered.sku,
      hsn: ordered.hsn,
    }
    return { ...row, ...named, position: ordered?.position ?? next++ }
  })
}

/** The columns of the order that a change decides beside its amounts. */
function changedColumns(
  { order, moved, changed, discount, restored, quote }: PlannedChange,
  { shop }: PersonalContext,
) {
  const { option, checkoutRules } = quote
  const dates = { ...checkoutRules.shipping, timeZone: shop.timeZone }
  const { from, to } = deliveryDates(dates, option.days, new Date())
  // Undo brings back the days that were promised.
  const delivery = {
    shipping_name: restored?.shippingName ?? option.name,
    delivery_from: restored?.deliveryFrom ?? from,
    delivery_to: restored?.deliveryTo ?? to,
  }
  return {
    ...(moved.shipping_method !== order.shipping_method && {
      shipping_method: option.id,
      ...delivery,
    }),
    // What was packed is not what the customer gets.
    ...(changed.length > 0 && { ready_at: null }),
    ...(discount !== undefined && { discount_reason: discount?.reason ?? '' }),
    ...(restored?.shippingAddress && { shipping_address: JSON.stringify(moved.shipping_address) }),
    ...(restored?.billingAddress && { billing_address: JSON.stringify(moved.billing_address) }),
  }
}
