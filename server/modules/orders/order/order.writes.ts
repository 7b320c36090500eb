import type { OrderAddress } from '#contract/orders/order.ts'
import type { Transaction } from '#server/db/connect.ts'
import type { Actor, WriteContext } from '#server/modules/audit/index.ts'
import { insertFullRefund } from '../refunds/refund.writes.ts'
import { formatMoney } from '#server/modules/pricing/index.ts'
import type { OrderRow } from './order.queries.ts'

/** The actor of changes that the shop makes by itself. */
export const systemActor: Actor = { id: null, name: 'The shop' }

interface SearchedOrder {
  number: string
  /** Absent: the database adds the one that it assigns. */
  serial?: string
  email: string
  phone: string
  shippingAddress: Pick<OrderAddress, 'fullName'>
  billingAddress: Pick<OrderAddress, 'fullName'>
}

/** The text that the order search of the dashboard matches. */
export function orderSearchText(order: SearchedOrder, lines: readonly { name: string }[]): string {
  const { number, serial, shippingAddress, billingAddress, email, phone } = order
  const names = [shippingAddress.fullName, billingAddress.fullName]
  const parts = [
    ...(serial ? [serial] : []),
    number,
    ...names,
    email,
    phone,
    ...lines.map(({ name }) => name),
  ]
  return parts.join(' ').toLowerCase()
}

/** A new entry of an order's timeline. */
export interface NewEvent {
  kind: string
  note?: string
  /** Visible to the customer. */
  isPublic: boolean
}

/** Adds an event to the timeline and answers its id. */
export async function addEvent(
  tx: Transaction,
  shopId: number,
  orderId: number,
  actor: Actor,
  { kind, note = '', isPublic }: NewEvent,
): Promise<number> {
  const { id } = await tx
    .insertInto('order_event')
    .values({
      config_id: shopId,
      order_id: orderId,
      kind,
      actor_id: actor.id,
      actor_name: actor.name,
      note,
      is_public: isPublic,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Refunds what is left of a locked order's payment. Without a provider, the refund waits for staff. */
export async function refundRemaining(
  tx: Transaction,
  write: WriteContext,
  order: OrderRow,
  reason = '',
): Promise<void> {
  const amount = await insertFullRefund(tx, write, order, reason)
  if (amount > 0)
    await addEvent(tx, write.shopId, order.id, write.actor, await refundEvent(tx, order, amount))
}

/** The event of a refund, with the amount (minor units) in the locale of the shop. */
export async function refundEvent(
  tx: Transaction,
  { config_id: shopId, currency }: Pick<OrderRow, 'config_id' | 'currency'>,
  amount: number,
): Promise<NewEvent> {
  const { locale } = await tx
    .selectFrom('shop')
    .select('locale')
    .where('config_id', '=', shopId)
    .executeTakeFirstOrThrow()
  return { kind: 'refunded', note: formatMoney(amount, currency, locale), isPublic: true }
}
