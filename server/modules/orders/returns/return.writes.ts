import { sql, type InsertObject, type UpdateObject } from 'kysely'
import type { ReturnState } from '#contract/orders/return.ts'
import type { Transaction } from '#server/db/connect.ts'
import type { StoredImage } from '#server/platform/images.ts'
import type { DB } from '#server/db/schema.ts'

type NewReturn = Omit<InsertObject<DB, 'order_return'>, 'id'>
type NewReturnLine = Omit<InsertObject<DB, 'order_return_line'>, 'config_id' | 'return_id' | 'order_id'>

/** Inserts a return and returns its id. */
export async function insertReturn(tx: Transaction, row: NewReturn): Promise<number> {
  const { id } = await tx.insertInto('order_return').values(row).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Inserts the lines of a return. */
export async function insertReturnLines(
  tx: Transaction,
  { shopId, orderId, returnId }: { shopId: number; orderId: number; returnId: number },
  lines: readonly NewReturnLine[],
): Promise<void> {
  const rows = lines.map((line) => ({ ...line, config_id: shopId, return_id: returnId, order_id: orderId }))
  await tx.insertInto('order_return_line').values(rows).execute()
}

/** Shows stored photos with a return. */
export async function insertReturnPhotos(
  tx: Transaction,
  shopId: number,
  returnId: number,
  photos: readonly StoredImage[],
): Promise<void> {
  if (photos.length === 0) return
  const rows = photos.map(({ file, width, height }, position) => ({ position, file, width, height }))
  await tx
    .insertInto('order_return_photo')
    .values(rows.map((row) => ({ ...row, config_id: shopId, return_id: returnId })))
    .execute()
}

/** Deletes the photos of a person's returns. Housekeeping removes the files. */
export async function deleteReturnPhotos(tx: Transaction, shopId: number, userId: number): Promise<void> {
  await sql`
    delete from order_return_photo p using order_return r, shop_order o
    where p.config_id = ${shopId} and r.config_id = p.config_id and r.id = p.return_id
      and o.config_id = r.config_id and o.id = r.order_id and o.user_id = ${userId}`.execute(tx)
}

/** Writes columns of returns, such as their state and the answer to the customer. */
export async function updateReturns(
  tx: Transaction,
  shopId: number,
  ids: readonly number[],
  changes: UpdateObject<DB, 'order_return'> & { state?: ReturnState },
): Promise<void> {
  if (ids.length === 0) return
  await tx
    .updateTable('order_return')
    .set(changes)
    .where('config_id', '=', shopId)
    .where('id', 'in', ids)
    .execute()
}

/** Writes what an inspection found, by the position of each line. */
export async function writeInspection(
  tx: Transaction,
  shopId: number,
  returnId: number,
  found: readonly { position: number; restocked: number; damaged: number; missing: number }[],
): Promise<void> {
  await sql`
    update order_return_line l set restocked = i.restocked, damaged = i.damaged, missing = i.missing
    from jsonb_to_recordset(${JSON.stringify(found)}) as i (position int, restocked int, damaged int, missing int)
    where l.config_id = ${shopId} and l.return_id = ${returnId} and l.position = i.position`.execute(tx)
}

/** Counts units that were cancelled before they shipped, and closes returns of which no unit has left. */
export async function countCancelled(
  tx: Transaction,
  shopId: number,
  cancelled: readonly { returnId: number; position: number; quantity: number }[],
): Promise<void> {
  const units = cancelled.map(({ returnId, position, quantity }) => ({
    return_id: returnId,
    position,
    quantity,
  }))
  await sql`
    update order_return_line l set cancelled = l.cancelled + u.quantity
    from jsonb_to_recordset(${JSON.stringify(units)}) as u (return_id int, position int, quantity int)
    where l.config_id = ${shopId} and l.return_id = u.return_id and l.position = u.position`.execute(tx)
  const ids = [...new Set(cancelled.map(({ returnId }) => returnId))]
  await sql`
    update order_return r set state = 'refunded', closed_at = clock_timestamp()
    where r.config_id = ${shopId} and r.id = any(${ids}::integer[]) and not exists (
      select from order_return_line l
      where l.config_id = r.config_id and l.return_id = r.id and l.quantity > l.cancelled)`.execute(tx)
}
