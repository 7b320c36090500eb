import { sql } from 'kysely'
import type { Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import { record, type WriteContext } from '#server/modules/audit/index.ts'
import { addToWhatIsLeft } from './visit.writes.ts'

/** A product of a signal in the form of the audit log. */
export interface CountedProduct {
  id: number
  weight: number
  shoppers: number
  orders: number
}

/** A signal in the form of the audit log, with the numbers of the day of the change. */
export interface SignalState {
  q: string
  products: CountedProduct[]
}

/** The stored signal, locked until the transaction ends. AppError 404 if it does not exist. */
export async function lockSignal(tx: Transaction, shopId: number, id: number): Promise<SignalState> {
  const { rows } = await sql<SignalState>`
    select g.q, coalesce((
      select json_agg(json_build_object('id', p.product_id, 'weight', search_signal_now(p.weight, p.counted_on),
        'shoppers', search_signal_now(p.shoppers, p.counted_on), 'orders', search_signal_now(p.orders, p.counted_on))
        order by p.weight desc, p.product_id)
      from search_signal_product p where p.config_id = g.config_id and p.signal_id = g.id
    ), '[]') as products
    from search_signal g where g.config_id = ${shopId} and g.id = ${id} for update`.execute(tx)
  const [row] = rows
  if (!row) throw new AppError(404, 'not_found', 'There are no such clicks')
  return row
}

/**
 * Forgets the clicks and orders of a text. Those of this week, whose shoppers have counted, do not count again. AppError 404 if
 * there is no signal.
 */
export async function resetSignal(tx: Transaction, context: WriteContext, id: number): Promise<void> {
  const { shopId } = context
  const before = await lockSignal(tx, shopId, id)
  await tx.deleteFrom('search_signal').where('config_id', '=', shopId).where('id', '=', id).execute()
  await recordAndNotify(tx, {
    ...context,
    action: 'delete',
    subject: 'search_signal',
    subjectId: id,
    before: { ...before },
  })
}

/** Restores a signal, for an undo. What was counted since the reset is added. */
export async function restoreSignal(
  tx: Transaction,
  context: WriteContext,
  id: number,
  { q, products }: SignalState,
): Promise<void> {
  const { shopId } = context
  await sql`
    insert into search_signal (config_id, id, q) values (${shopId}, ${id}, ${q})
    on conflict (config_id, q) do update set id = excluded.id, changed_at = now()`.execute(tx)
  await sql`
    insert into search_signal_product as p (config_id, signal_id, product_id, weight, shoppers, orders)
    select ${shopId}::int, ${id}::int, s.id, s.weight, s.shoppers, s.orders
    from json_to_recordset(${JSON.stringify(products)}::json) as s (id int, weight real, shoppers real, orders real)
    join product on config_id = ${shopId} and product.id = s.id
    ${addToWhatIsLeft}`.execute(tx)
  await recordAndNotify(tx, {
    ...context,
    action: 'create',
    subject: 'search_signal',
    subjectId: id,
    after: { q, products },
  })
}

/** Records a change, and drops the cached pages of the shop, whose searches it sorts. */
async function recordAndNotify(tx: Transaction, change: Parameters<typeof record>[1]): Promise<void> {
  await Promise.all([
    record(tx, change),
    sql`select pg_notify('catalog', ${String(change.shopId)})`.execute(tx),
  ])
}
