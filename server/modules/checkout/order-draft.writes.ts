import { staffOrderInput, type StaffOrder, type StaffOrderInput } from '#contract/orders/staff-order.ts'
import type { Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import type { PersonalContext } from '#server/http/route.ts'
import { record, type WriteContext } from '#server/modules/audit/index.ts'
import { findOrder, orderNotFound } from '#server/modules/orders/index.ts'
import { makeOrderNumber } from './insert-order.writes.ts'
import { placeStaffOrder, quoteStaffOrder, totalOf } from './staff-order.ts'

/** Places an order of staff, or saves it as a draft. A draft has no serial and takes no stock. AppErrors of `placeStaffOrder`. */
export async function createOrder(
  tx: Transaction,
  write: WriteContext,
  context: PersonalContext,
  input: StaffOrderInput,
): Promise<StaffOrder> {
  const number = makeOrderNumber()
  if (input.state === 'placed') return placeStaffOrder(tx, write, context, { number, input })
  const total = totalOf(await quoteStaffOrder(tx, context, input), context)
  await insertDraft(tx, write, number, input)
  return { number, serial: null, total }
}

/** Makes an order of a draft, once. AppError 404, 409 `wrong_status` for an order that is placed, and as `placeStaffOrder`. */
export async function placeDraft(
  tx: Transaction,
  write: WriteContext,
  context: PersonalContext,
  number: string,
): Promise<StaffOrder> {
  const request = await removeDraft(tx, write, number)
  return placeStaffOrder(tx, write, context, { number, input: staffOrderInput.parse(request) })
}

async function insertDraft(
  tx: Transaction,
  write: WriteContext,
  number: string,
  request: StaffOrderInput,
): Promise<void> {
  const row = await tx
    .insertInto('order_draft')
    .values({ config_id: write.configId, number, request: JSON.stringify(request) })
    .returning('id')
    .executeTakeFirstOrThrow()
  record(tx, { ...write, action: 'create', subject: 'order_draft', subjectId: row.id, after: { number } })
}

/** Removes a draft and answers its request. AppError 404, 409 `wrong_status` for an order that is placed. */
export async function removeDraft(tx: Transaction, write: WriteContext, number: string): Promise<unknown> {
  const { configId } = write
  // A second caller waits here for the first, and then finds no draft.
  const draft = await tx
    .deleteFrom('order_draft')
    .where('config_id', '=', configId)
    .where('number', '=', number)
    .returning(['id', 'request'])
    .executeTakeFirst()
  if (draft) {
    const before = { number }
    record(tx, { ...write, action: 'delete', subject: 'order_draft', subjectId: draft.id, before })
    return draft.request
  }
  const order = await findOrder(tx, configId, number)
  if (!order) throw orderNotFound()
  throw new AppError(409, 'wrong_status', `Order ${order.serial} is placed already`)
}
