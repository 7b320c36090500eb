import { dateLocale } from '#contract/date-locale.ts'
import type { OrderStatus } from '#contract/orders/order.ts'
import { later, type Transaction } from '#server/db/connect.ts'
import type { StoredImage } from '#server/platform/images.ts'
import { AppError } from '#server/http/errors.ts'
import { findSettings } from '#server/modules/settings/index.ts'
import { holdOrder } from '../hold/hold.writes.ts'
import { leftToShip } from '../shipments/shipment.rules.ts'
import { listOrderLines, lockOrder, type OrderLineRow, type OrderRow } from '../order/order.queries.ts'
import type { EmailContext } from '../emails/order-email.ts'
import { addEvent } from '../order/order-event.writes.ts'
import { emailAboutReturn } from './return-email.ts'
import { refundDueAt, requireReturnable, returnableUnits } from './return.rules.ts'
import { listExcludedPositions, sumClaimedUnits } from './return.queries.ts'
import { insertReturn, insertReturnLines, insertReturnPhotos } from './return.writes.ts'

/** Units of an order line, named by its position. */
interface WantedLine {
  position: number
  quantity: number
  reason: string
}

/** The answer to the wish for an exchange. */
export const NO_EXCHANGE =
  'We refund items and do not exchange them, so please place a new order for the other item'

interface ReturnWish {
  lines: readonly WantedLine[]
  wish: 'refund' | 'exchange'
  photos: readonly StoredImage[]
}

/**
 * Requests the return of lines of an order, and returns the id. AppError 400 for lines that it does not have, 409
 * `not_returnable` if its state or the days for returns do not allow it, `nothing_left_to_return` for too many units.
 */
export async function requestReturn(
  tx: Transaction,
  email: EmailContext,
  orderId: number,
  { lines, wish, photos }: ReturnWish,
): Promise<number> {
  const { shopId } = email.shop
  const order = await lockOrder(tx, shopId, orderId)
  const { days, excluded_categories: categories } = await findSettings(tx, email.shop, 'returns')
  const [excluded, rows, claimed] = await Promise.all([
    listExcludedPositions(tx, shopId, orderId, categories),
    listOrderLines(tx, shopId, orderId),
    sumClaimedUnits(tx, shopId, orderId),
  ])
  requireReturnable(order, days)
  const items = lines.map((line) => requireUnits(rows, { claimed, excluded }, line))
  if (new Set(items.map(({ position }) => position)).size < items.length)
    throw invalidLines('Each line can appear only once')
  const { id } = await addReturn(tx, order, { kind: 'return', wish, items, requestedAt: new Date() })
  await insertReturnPhotos(tx, shopId, id, photos)
  const details = wish === 'exchange' ? [`${NO_EXCHANGE}.`] : []
  later(tx, emailAboutReturn(tx, email, order, { returnId: id, kind: 'return_requested', items, details }))
  return id
}

/**
 * Records the withdrawal from an order and emails the receipt with its time. Lines that the order does not have are left out;
 * without any line it is for all that was not yet given back. Items that have not shipped put the order on hold. Does nothing if
 * nothing is left.
 */
export async function recordWithdrawal(
  tx: Transaction,
  email: EmailContext,
  orderId: number,
  wanted: readonly { position: number; quantity: number }[] | undefined,
): Promise<void> {
  const { shopId, locale, timeZone } = email.shop
  const order = await lockOrder(tx, shopId, orderId)
  if (hasEnded(order.status)) return
  const [rows, claimed] = await Promise.all([
    listOrderLines(tx, shopId, orderId),
    sumClaimedUnits(tx, shopId, orderId),
  ])
  const items = rows.flatMap((line) => {
    const chosen = wanted?.find(({ position }) => position === line.position)
    const left = returnableUnits(line, claimed)
    const quantity = wanted?.length ? Math.min(left, chosen?.quantity ?? 0) : left
    const { position, name, options } = line
    return quantity > 0 ? [{ position, name, options, quantity, reason: '' }] : []
  })
  if (items.length === 0) return
  const requestedAt = new Date()
  const { id, dueAt } = await addReturn(tx, order, {
    kind: 'withdrawal',
    wish: 'refund',
    items,
    requestedAt,
  })
  // The order's lock decides: a shipment that came first leaves nothing to hold.
  const isUnshipped = items.some(({ position }) =>
    rows.some((line) => line.position === position && leftToShip(line) > 0),
  )
  if (isUnshipped && (order.status === 'pending' || order.status === 'confirmed'))
    await holdOrder(tx, shopId, order)
  const moment = new Intl.DateTimeFormat(dateLocale(locale), {
    dateStyle: 'long',
    timeStyle: 'long',
    timeZone,
  })
  const day = new Intl.DateTimeFormat(dateLocale(locale), { dateStyle: 'long', timeZone })
  later(
    tx,
    emailAboutReturn(tx, email, order, {
      returnId: id,
      kind: 'withdrawal_received',
      items,
      details: [
        `We received your withdrawal on ${moment.format(requestedAt)}.`,
        order.paid > order.refunded
          ? `You’ll get your refund by ${day.format(dueAt)}. We may wait until the items are back, or until you show that you sent them.`
          : 'Nothing was paid for this order, so there is nothing to refund.',
      ],
    }),
  )
}

const hasEnded = (status: OrderStatus) => ['cancelled', 'refunded', 'returned'].includes(status)

type ReturnedItem = WantedLine & Pick<OrderLineRow, 'name' | 'options'>

interface NewReturn {
  kind: 'return' | 'withdrawal'
  wish: 'refund' | 'exchange'
  items: readonly ReturnedItem[]
  requestedAt: Date
}

/** Adds the return of a locked order with its lines and its entry in the timeline. */
async function addReturn(
  tx: Transaction,
  order: OrderRow,
  { kind, wish, items, requestedAt }: NewReturn,
): Promise<{ id: number; dueAt: Date }> {
  const { config_id: shopId, id: orderId } = order
  const dueAt = refundDueAt(requestedAt)
  const id = await insertReturn(tx, {
    config_id: shopId,
    order_id: orderId,
    kind,
    wish,
    requested_at: requestedAt,
    refund_due_at: kind === 'withdrawal' ? dueAt : null,
  })
  const lines = items.map(({ position, name, options, quantity, reason }) => ({
    position,
    name,
    options: JSON.stringify(options),
    quantity,
    reason,
  }))
  const actor = { id: order.user_id, name: order.shipping_address.fullName }
  const event = { kind: kind === 'return' ? 'return_requested' : 'withdrawn', isPublic: true }
  await Promise.all([
    insertReturnLines(tx, { shopId, orderId, returnId: id }, lines),
    addEvent(tx, shopId, orderId, actor, event),
  ])
  return { id, dueAt }
}

function requireUnits(
  rows: readonly OrderLineRow[],
  { claimed, excluded }: { claimed: ReadonlyMap<number, number>; excluded: ReadonlySet<number> },
  { position, quantity, reason }: WantedLine,
) {
  const line = rows.find((row) => row.position === position)
  if (!line) throw invalidLines('This line is not part of the order')
  if (excluded.has(position))
    throw new AppError(409, 'not_returnable', `The shop does not take ${line.name} back`)
  const left = returnableUnits(line, claimed)
  if (quantity > left)
    throw new AppError(409, 'nothing_left_to_return', `Only ${left} of ${line.name} can still be returned`)
  return { position, quantity, reason, name: line.name, options: line.options }
}

const invalidLines = (message: string) =>
  new AppError(400, 'invalid_input', message, [{ path: 'lines', message }])
