import type { Database } from '#server/db/connect.ts'
import type { KeyedHash } from '#server/http/keyed-hash.ts'
import { cancelOrder } from './move.writes.ts'
import { mailCustomer, type MailContext } from './order-mail.ts'

const atOnce = 100

/**
 * Cancels orders of every shop whose payment has not come in time: their pieces can be sold again. Answers how many. Any
 * number of processes may do it at once. Those that wait for a provider are not among them: it is asked first.
 */
export async function expireOrders(db: Database, keyedHash: KeyedHash): Promise<number> {
  const due = await db
    .selectFrom('shop_order as o')
    .innerJoin('shop as s', 's.config_id', 'o.config_id')
    .select([
      'o.id',
      's.config_id as configId',
      's.name',
      's.locale',
      's.currency',
      's.time_zone as timeZone',
    ])
    .where('o.reserved_until', '<', new Date())
    .where('o.payment_method', '=', 'bank_transfer')
    .orderBy('o.reserved_until')
    .limit(atOnce)
    .execute()
  let count = 0
  for (const { id, ...shop } of due) count += Number(await expire(db, { shop, keyedHash }, id))
  return count
}

/** False where somebody else deals with the order now, or has done so. */
async function expire(db: Database, context: MailContext, orderId: number): Promise<boolean> {
  const { configId } = context.shop
  return db.transaction().execute(async (tx) => {
    const order = await tx
      .selectFrom('shop_order')
      .select('id')
      .where('config_id', '=', configId)
      .where('id', '=', orderId)
      .where('reserved_until', '<', new Date())
      .forNoKeyUpdate()
      .skipLocked()
      .executeTakeFirst()
    if (!order) return false
    const write = { configId, actor: { id: null, name: 'The shop' } }
    await cancelOrder(tx, write, orderId, { kind: 'expired', isPublic: true })
    await mailCustomer(tx, context, { orderId, kind: 'cancelled', more: ['It was not paid in time.'] })
    return true
  })
}
