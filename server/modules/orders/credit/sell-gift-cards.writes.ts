import { giftRecipient } from '#contract/credit/gift-recipient.ts'
import type { Database, Transaction } from '#server/db/connect.ts'
import type { WriteContext } from '#server/modules/audit/index.ts'
import {
  insertGiftCards,
  listOrderedCards,
  makeCode,
  startOfDay,
  type NewGiftCard,
} from '#server/modules/credit/index.ts'
import type { KeyedHash } from '#server/platform/keyed-hash.ts'
import { confirmOrder, deliverOrder } from '../order/order-state.writes.ts'
import { listOrderLines, lockOrder, type OrderLineRow, type OrderRow } from '../order/order.queries.ts'
import { deliverShipment, shipLines } from '../shipments/ship-order.ts'
import { listShippableLines } from '../shipments/shipment.queries.ts'
import { planShipment } from '../shipments/shipment.rules.ts'

/** Confirms an order that is paid, and issues the gift cards that it sells; those of an order on hold once staff have decided. */
export async function confirmPaidOrder(
  tx: Transaction,
  write: WriteContext,
  keyedHash: KeyedHash,
  order: OrderRow,
): Promise<void> {
  const [sells] = await Promise.all([
    sellsGiftCards(tx, write.shopId, order.id),
    confirmOrder(tx, write, order),
  ])
  if (sells && order.held_at === null) await sellGiftCards(tx, write, keyedHash, order.id)
}

/** Whether an order sells gift cards. */
export async function sellsGiftCards(db: Database, shopId: number, orderId: number): Promise<boolean> {
  const line = await db
    .selectFrom('order_line')
    .select('position')
    .where('config_id', '=', shopId)
    .where('order_id', '=', orderId)
    .where('is_gift_card', '=', true)
    .limit(1)
    .executeTakeFirst()
  return line !== undefined
}

/**
 * Issues the gift cards of a locked order whose hold staff have ended. Does nothing if the order is not paid, or has issued them.
 */
export async function sellReleasedCards(
  tx: Transaction,
  write: WriteContext,
  keyedHash: KeyedHash,
  orderId: number,
): Promise<void> {
  const { shopId } = write
  const { status } = await lockOrder(tx, shopId, orderId)
  if (status !== 'confirmed' || !(await sellsGiftCards(tx, shopId, orderId))) return
  if ((await listOrderedCards(tx, shopId, orderId)).length === 0)
    await sellGiftCards(tx, write, keyedHash, orderId)
}

/**
 * Issues the gift cards of a confirmed order, one for each unit that was paid and not refunded, and marks them as delivered. The job of gift
 * cards emails them. The order is delivered if it sells nothing else.
 */
async function sellGiftCards(
  tx: Transaction,
  write: WriteContext,
  keyedHash: KeyedHash,
  orderId: number,
): Promise<void> {
  const { shopId } = write
  const rows = await listOrderLines(tx, shopId, orderId)
  const lines = rows.filter((row) => row.is_gift_card && unitsLeft(row) > 0)
  if (lines.length === 0) return
  const order = await lockOrder(tx, shopId, orderId)
  const { currency, origin } = order
  const recipient = await recipientOf(tx, order)
  const cards = lines.flatMap(unitsOf).map(({ amount, ...unit }) => ({
    ...recipient,
    code: makeCode(),
    currency,
    amount,
    expiresAt: null,
    origin,
    orderId,
    unit,
  }))
  await insertGiftCards(tx, write, keyedHash, cards)
  const wanted = lines.map((row) => ({ position: row.position, quantity: unitsLeft(row) }))
  const plan = planShipment(order, await listShippableLines(tx, shopId, order.number), wanted)
  const byEmail = { carrier: '', tracking: '', trackingUrl: '', expectedOn: null }
  const shipmentId = await shipLines(tx, write, order, byEmail, plan)
  if (plan.isLast) await deliverOrder(tx, write, await lockOrder(tx, shopId, orderId))
  else await deliverShipment(tx, write, orderId, shipmentId)
}

/** A gift card is worth what was paid for it. A unit that cost nothing has none. */
const unitsOf = (row: OrderLineRow) =>
  Array.from({ length: row.total === 0 ? 0 : unitsLeft(row) }, (_, unit) => ({
    position: row.position,
    unit,
    amount: row.total / row.quantity,
  }))

const unitsLeft = ({ quantity, refunded_quantity: refunded }: OrderLineRow): number => quantity - refunded

/** Who gets the cards of an order: whom the buyer has named, else the buyer. A day begins in the time zone of the shop. */
async function recipientOf(
  tx: Transaction,
  { config_id: shopId, gift_to: gift, email, shipping_address: buyer }: OrderRow,
): Promise<Pick<NewGiftCard, 'recipientEmail' | 'recipientName' | 'senderName' | 'message' | 'sendAt'>> {
  const { data: to } = giftRecipient.safeParse(gift ?? {})
  const isOther = to !== undefined && to.email !== '' && to.email !== email
  return {
    recipientEmail: isOther ? to.email : email,
    recipientName: to?.name || (isOther ? '' : buyer.fullName),
    senderName: isOther ? buyer.fullName : '',
    message: to?.message ?? '',
    ...(to?.sendOn && { sendAt: await startOfDay(tx, shopId, to.sendOn) }),
  }
}
