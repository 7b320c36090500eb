import type { z } from 'zod'
import {
  manualOrderInput,
  type ManualOrder,
  type ManualOrderInput,
  type updateOrderDraft,
} from '#contract/orders/manual-order.ts'
import { later, type Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import type { PersonalContext } from '#server/http/route.ts'
import { record, requireVersion, type WriteContext } from '#server/modules/audit/index.ts'
import { findOrder, orderNotFound } from '../order/order.queries.ts'
import { makeOrderNumber } from '../placing/new-order.ts'
import { checkManualOrder, placeManualOrder, type DraftRequest } from './manual-order.ts'

/** Places an order of staff, or saves it as a draft. A draft has no serial and takes no stock. AppErrors of `placeManualOrder`. */
export async function createOrder(
  tx: Transaction,
  write: WriteContext,
  context: PersonalContext,
  input: ManualOrderInput,
): Promise<ManualOrder> {
  const number = makeOrderNumber()
  if (input.state === 'placed') return placeManualOrder(tx, write, context, { number, input })
  const { expectedTotal: _total, state: _state, ...request } = input
  const { total, items } = await checkManualOrder(tx, context, request)
  await insertDraft(tx, write, number, { ...request, items })
  return { number, serial: null, total }
}

/** Replaces the request of a draft. AppErrors of `lockDraft` and `checkManualOrder`, 409 `version_conflict`. */
export async function updateDraft(
  tx: Transaction,
  write: WriteContext,
  context: PersonalContext,
  { number, version, ...request }: z.output<typeof updateOrderDraft.input>,
): Promise<ManualOrder> {
  const { shopId } = write
  const { id } = await lockDraft(tx, shopId, number)
  await requireVersion(tx, write, { subject: 'order_draft', subjectId: id, version })
  const { total, items } = await checkManualOrder(tx, context, request)
  await tx
    .updateTable('order_draft')
    .set({ request: JSON.stringify({ ...request, items }) })
    .where('config_id', '=', shopId)
    .where('id', '=', id)
    .execute()
  const after = { savedAt: new Date().toISOString() }
  later(
    tx,
    record(tx, { ...write, action: 'update', subject: 'order_draft', subjectId: id, before: {}, after }),
  )
  return { number, serial: null, total }
}

/** Makes an order of a draft, once. AppError 404, 409 `wrong_status` for an order that is placed, and as `placeManualOrder`. */
export async function placeDraft(
  tx: Transaction,
  write: WriteContext,
  context: PersonalContext,
  { number, expectedTotal }: Pick<ManualOrderInput, 'expectedTotal'> & { number: string },
): Promise<ManualOrder> {
  const request = (await removeDraft(tx, write, number)) as object
  const input = manualOrderInput.parse({ ...request, state: 'placed', expectedTotal })
  return placeManualOrder(tx, write, context, { number, input })
}

async function insertDraft(
  tx: Transaction,
  write: WriteContext,
  number: string,
  request: DraftRequest,
): Promise<void> {
  const row = await tx
    .insertInto('order_draft')
    .values({ config_id: write.shopId, number, request: JSON.stringify(request) })
    .returning('id')
    .executeTakeFirstOrThrow()
  later(
    tx,
    record(tx, { ...write, action: 'create', subject: 'order_draft', subjectId: row.id, after: { number } }),
  )
}

/** Removes a draft and returns its request. AppErrors of `lockDraft`. */
export async function removeDraft(tx: Transaction, write: WriteContext, number: string): Promise<unknown> {
  const { shopId } = write
  // A second caller waits here for the first, and then finds no draft.
  const { id, request } = await lockDraft(tx, shopId, number)
  await tx.deleteFrom('order_draft').where('config_id', '=', shopId).where('id', '=', id).execute()
  later(
    tx,
    record(tx, { ...write, action: 'delete', subject: 'order_draft', subjectId: id, before: { number } }),
  )
  return request
}

/** Locks a draft until the transaction ends. AppError 404, 409 `wrong_status` for an order that is placed. */
async function lockDraft(tx: Transaction, shopId: number, number: string) {
  const draft = await tx
    .selectFrom('order_draft')
    .select(['id', 'request'])
    .where('config_id', '=', shopId)
    .where('number', '=', number)
    .forUpdate()
    .executeTakeFirst()
  if (draft) return draft
  const order = await findOrder(tx, shopId, number)
  if (!order) throw orderNotFound()
  throw new AppError(409, 'wrong_status', `Order ${order.serial} is placed already`)
}
