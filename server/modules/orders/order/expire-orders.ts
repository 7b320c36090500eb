import type { Database } from '#server/db/connect.ts'
import type { KeyedHash } from '#server/platform/keyed-hash.ts'
import { transferMethods } from '../payments/payment-method.ts'
import { emailCustomer, type EmailContext } from '../emails/order-email.ts'
import type { OrderRow } from './order.queries.ts'
import { cancelOrder } from './order-state.writes.ts'
import { isToConfirm } from './order.rules.ts'
import { systemActor } from './order-event.writes.ts'

const BATCH_SIZE = 100

/**
 * Cancels orders of all shops that were not paid to the shop's own account in time, or not confirmed, and returns how many. Several processes may run it
 * at once. Online payments and deposits are not included: their provider is polled first.
 */
export async function expireOrders(db: Database, keyedHash: KeyedHash): Promise<number> {
  const due = await db
    .selectFrom('shop_order as o')
    .innerJoin('shop as s', 's.config_id', 'o.config_id')
    .select([
      'o.id',
      's.config_id as shopId',
      's.name',
      's.locale',
      's.currency',
      's.time_zone as timeZone',
      's.email',
    ])
    .where('o.reserved_until', '<', new Date())
    .where('o.payment_method', 'in', [...transferMethods, 'cod'])
    .where('o.deposit', '=', 0)
    .orderBy('o.reserved_until')
    .limit(BATCH_SIZE)
    .execute()
  let count = 0
  for (const { id, ...shop } of due)
    count += Number(await expireOrder(db, { shop, services: { keyedHash } }, id))
  return count
}

/** Returns false if another process handles the order or has done so. */
async function expireOrder(db: Database, context: EmailContext, orderId: number): Promise<boolean> {
  const { shopId } = context.shop
  return db.transaction().execute(async (tx) => {
    const order = await tx
      .selectFrom('shop_order')
      .selectAll()
      .where('config_id', '=', shopId)
      .where('id', '=', orderId)
      .where('reserved_until', '<', new Date())
      .forNoKeyUpdate()
      .skipLocked()
      .executeTakeFirst()
    if (!order) return false
    const write = { shopId, actor: systemActor }
    const isCash = isToConfirm(order as OrderRow)
    const kind = isCash ? 'unconfirmed' : 'expired'
    await cancelOrder(tx, write, order as OrderRow, { kind, isPublic: true })
    await emailCustomer(tx, context, {
      orderId,
      kind: 'cancelled',
      details: [isCash ? 'You did not confirm it in time.' : 'We did not receive your payment in time.'],
    })
    return true
  })
}
