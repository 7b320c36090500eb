import { MAX_ORDER_TAGS } from '#contract/orders/order-tags.ts'
import { later, type Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import { record, type WriteContext } from '#server/modules/audit/index.ts'
import { lockOrderByNumber, type OrderRow } from '../order/order.queries.ts'
import { updateOrder } from '../order/order.writes.ts'
import type { StaffAction } from './admin-order.writes.ts'

/** Adds and removes tags of an order. AppError 400 for too many, 404, 409 `unchanged` if nothing would change. */
export async function changeTags(
  tx: Transaction,
  { write, number }: StaffAction,
  { added = [], removed = [] }: { added?: readonly string[]; removed?: readonly string[] },
): Promise<void> {
  const order = await lockOrderByNumber(tx, write.shopId, number)
  const tags = [...order.tags, ...added].filter((tag) => !removed.includes(tag))
  await writeTags(tx, write, order, tags)
}

/** Replaces the tags of a locked order. AppErrors as `changeTags`. */
export async function writeTags(
  tx: Transaction,
  write: WriteContext,
  { id, serial, tags: before }: OrderRow,
  tags: readonly string[],
): Promise<void> {
  const after = [...new Set(tags)].toSorted()
  if (after.join() === before.join()) throw new AppError(409, 'unchanged', `Order ${serial} has these tags`)
  if (after.length > MAX_ORDER_TAGS)
    throw new AppError(400, 'invalid_input', `Order ${serial} can have up to ${MAX_ORDER_TAGS} tags`)
  await updateOrder(tx, write.shopId, id, { tags: after })
  const entry = { action: 'update', subject: 'order', subjectId: id } as const
  later(tx, record(tx, { ...write, ...entry, before: { tags: before }, after: { tags: after } }))
}
