import type { AdminReturn, OrderReturns } from '#contract/orders/return.ts'
import { lineIdOf } from '../shipments/shipment-view.ts'
import type { OrderRow } from '../order/order.queries.ts'
import { holdsOrder } from './return.rules.ts'
import type { ReturnLineRow, ReturnPhotoRow, ReturnRow } from './return.queries.ts'

const headOf = (
  { id, kind, state, wish, requested_at: at }: ReturnRow,
  { refunded }: Pick<OrderRow, 'refunded'>,
) => ({
  id,
  kind,
  state,
  wish,
  requestedAt: at.toISOString(),
  hasLabel: state === 'approved',
  isRefunded: refunded > 0,
})

const lineOf = ({ position, name, options, quantity, reason }: ReturnLineRow) => ({
  lineId: lineIdOf(position),
  productname: name,
  options: Object.fromEntries(options),
  quantity,
  reason,
})

const photoOf = ({ file, width, height }: ReturnPhotoRow) => ({ file, width, height })

/** What belongs to returns of an order. */
interface ReturnParts {
  lines: readonly ReturnLineRow[]
  photos: readonly ReturnPhotoRow[]
  order: OrderRow
}

/** A return for its customer. */
export const returnToView = (
  row: ReturnRow,
  { lines, photos, order }: ReturnParts,
): OrderReturns['returns'][number] => ({
  ...headOf(row, order),
  answer: row.answer,
  lines: lines.filter((line) => line.return_id === row.id).map(lineOf),
  photos: photos.filter((photo) => photo.return_id === row.id).map(photoOf),
})

/** A return for staff. `outside`: the units of each line that can still come back, by position. */
export const returnToStaffView = (
  row: ReturnRow,
  { lines, photos, order, outside }: ReturnParts & { outside: ReadonlyMap<number, number> },
): AdminReturn => ({
  ...headOf(row, order),
  number: order.number,
  serial: order.serial,
  customer: order.shipping_address.fullName,
  email: order.email,
  refundDueAt: row.refund_due_at?.toISOString() ?? null,
  answer: row.answer,
  holdsOrder: holdsOrder(row, order),
  isPaid: order.paid > order.refunded,
  photos: photos.map(photoOf),
  lines: lines.map((line) => ({
    ...lineOf(line),
    cancelled: line.cancelled,
    outside: outside.get(line.position) ?? 0,
    restocked: line.restocked,
    damaged: line.damaged,
    missing: line.missing,
  })),
})
