import type { z } from 'zod'
import {
  manualOrderInput,
  MAX_HOLD_DAYS,
  type ManualOrder,
  type ManualOrderInput,
  type updateOrderDraft,
} from '#contract/orders/manual-order.ts'
import { later, type Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import type { PersonalContext } from '#server/http/route.ts'
import { record, requireVersion, type WriteContext } from '#server/modules/audit/index.ts'
import { changeReservation, type StockLine } from '#server/modules/stock/index.ts'
import { findOrder, orderNotFound } from '../order/order.queries.ts'
import { makeOrderNumber } from '../placing/new-order.ts'
import { checkManualOrder, placeManualOrder, type DraftRequest } from './manual-order.ts'

// A draft reserves the units that it holds under its number, which becomes the number of its order. Callers lock the draft
// before its stock, so the hold ends once: by the job, by staff, or in the order.

/** Places an order of staff, or saves it as a draft without a serial. AppErrors of `placeManualOrder` and `hold`. */
export async function createOrder(
  tx: Transaction,
  write: WriteContext,
  context: PersonalContext,
  input: ManualOrderInput,
): Promise<ManualOrder> {
  const number = makeOrderNumber()
  if (input.state === 'placed') return placeManualOrder(tx, write, context, { number, input })
  const { expectedTotal: _total, state: _state, handedOver: _handedOver, holdUntil, ...request } = input
  const { total, items, counted } = await checkManualOrder(tx, context, request)
  const draft = await insertDraft(tx, write, number, { ...request, items })
  if (holdUntil) await hold(tx, write, draft, { until: requireHoldTime(holdUntil), units: counted })
  return { number, serial: null, total }
}

/**
 * Replaces the request of a draft. Without `holdUntil` its hold stays, for the new lines. AppErrors of `lockDraft`,
 * `checkManualOrder` and `hold`, 409 `version_conflict`.
 */
export async function updateDraft(
  tx: Transaction,
  write: WriteContext,
  context: PersonalContext,
  { number, version, holdUntil, ...request }: z.output<typeof updateOrderDraft.input>,
): Promise<ManualOrder> {
  const { shopId } = write
  const draft = await lockDraft(tx, shopId, number)
  await requireVersion(tx, write, { subject: 'order_draft', subjectId: draft.id, version })
  const { total, items, counted } = await checkManualOrder(tx, context, request)
  const until = holdUntil ? requireHoldTime(holdUntil) : holdUntil
  await tx
    .updateTable('order_draft')
    .set({ request: JSON.stringify({ ...request, items }) })
    .where('config_id', '=', shopId)
    .where('id', '=', draft.id)
    .execute()
  const kept = until === undefined ? draft.heldUntil : until
  await hold(tx, write, draft, { until: kept, units: kept ? counted : [] })
  const after = { savedAt: new Date().toISOString(), heldUntil: kept?.toISOString() ?? null }
  later(tx, recordChange(tx, write, draft, after))
  return { number, serial: null, total }
}

/** Makes an order of a draft, once. AppError 404, 409 `wrong_status` for an order that is placed, and as `placeManualOrder`. */
export async function placeDraft(
  tx: Transaction,
  write: WriteContext,
  context: PersonalContext,
  { number, expectedTotal }: Pick<ManualOrderInput, 'expectedTotal'> & { number: string },
): Promise<ManualOrder> {
  const { request, held } = await takeDraft(tx, write, number)
  const input = manualOrderInput.parse({ ...(request as object), state: 'placed', expectedTotal })
  return placeManualOrder(tx, write, context, { number, input, held })
}

/** Removes a draft and releases what it holds. AppErrors of `lockDraft`. */
export async function removeDraft(tx: Transaction, write: WriteContext, number: string): Promise<void> {
  const { held } = await takeDraft(tx, write, number)
  const note = { reference: number, reason: 'Draft deleted' }
  await changeReservation(tx, write, { from: held, to: [] }, note)
}

/** Releases what a draft holds; nothing happens without a hold. AppErrors of `lockDraft`. */
export async function releaseDraft(tx: Transaction, write: WriteContext, number: string): Promise<void> {
  const draft = await lockDraft(tx, write.shopId, number)
  if (!draft.heldUntil) return
  await hold(tx, write, draft, { until: null, units: [] })
  later(tx, recordChange(tx, write, draft, { heldUntil: null }))
}

/**
 * Releases what a draft holds if its time is over, and returns whether it did. A draft that someone else has locked is left to
 * them. The audit log has no entry, so that a draft that is open in a form can still be saved.
 */
export async function expireHold(tx: Transaction, write: WriteContext, id: number): Promise<boolean> {
  const draft = await selectDraft(tx, write.shopId)
    .where('id', '=', id)
    .where('held_until', '<=', new Date())
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (!draft) return false
  await hold(tx, write, { ...draft, held: unitsOf(draft.held) }, { until: null, units: [] })
  return true
}

/** A draft that the caller has locked. */
interface LockedDraft {
  id: number
  number: string
  request: unknown
  heldUntil: Date | null
  held: StockLine[]
}

/** Holds exactly these units of a locked draft until a moment; none without one. AppError 409 `out_of_stock` changes nothing. */
async function hold(
  tx: Transaction,
  write: WriteContext,
  { id, number, held }: Pick<LockedDraft, 'id' | 'number' | 'held'>,
  { until, units }: { until: Date | null; units: StockLine[] },
): Promise<void> {
  await tx
    .updateTable('order_draft')
    .set({ held_until: until, held: JSON.stringify(units) })
    .where('config_id', '=', write.shopId)
    .where('id', '=', id)
    .execute()
  const note = { reference: number, reason: until ? 'Held by a draft' : 'Hold of a draft ended' }
  await changeReservation(tx, write, { from: held, to: units }, note)
}

/** AppError 400 for a moment that has passed or is too far away. */
function requireHoldTime(until: Date): Date {
  const ahead = until.getTime() - Date.now()
  // An hour of grace: days with a change of the clock are longer.
  const limit = (MAX_HOLD_DAYS * 24 + 1) * 3_600_000
  const message =
    ahead <= 0
      ? 'Choose a time that lies ahead'
      : ahead > limit
        ? `Hold items for up to ${MAX_HOLD_DAYS} days`
        : undefined
  if (message === undefined) return until
  throw new AppError(400, 'invalid_input', message, [{ path: 'holdUntil', message }])
}

async function recordChange(
  tx: Transaction,
  write: WriteContext,
  { id, heldUntil }: LockedDraft,
  after: Record<string, string | null>,
): Promise<void> {
  const before = { heldUntil: heldUntil?.toISOString() ?? null }
  await record(tx, { ...write, action: 'update', subject: 'order_draft', subjectId: id, before, after })
}

async function insertDraft(
  tx: Transaction,
  write: WriteContext,
  number: string,
  request: DraftRequest,
): Promise<{ id: number; number: string; held: StockLine[] }> {
  const { id } = await tx
    .insertInto('order_draft')
    .values({ config_id: write.shopId, number, request: JSON.stringify(request) })
    .returning('id')
    .executeTakeFirstOrThrow()
  later(
    tx,
    record(tx, { ...write, action: 'create', subject: 'order_draft', subjectId: id, after: { number } }),
  )
  return { id, number, held: [] }
}

/** Removes a draft and returns it. What it holds is the caller's. AppErrors of `lockDraft`. */
async function takeDraft(tx: Transaction, write: WriteContext, number: string): Promise<LockedDraft> {
  const { shopId } = write
  // A second caller waits here for the first, and then finds no draft.
  const draft = await lockDraft(tx, shopId, number)
  const { id } = draft
  await tx.deleteFrom('order_draft').where('config_id', '=', shopId).where('id', '=', id).execute()
  later(
    tx,
    record(tx, { ...write, action: 'delete', subject: 'order_draft', subjectId: id, before: { number } }),
  )
  return draft
}

/** Locks a draft until the transaction ends. AppError 404, 409 `wrong_status` for an order that is placed. */
async function lockDraft(tx: Transaction, shopId: number, number: string): Promise<LockedDraft> {
  const draft = await selectDraft(tx, shopId).where('number', '=', number).forUpdate().executeTakeFirst()
  if (draft) return { ...draft, held: unitsOf(draft.held) }
  const order = await findOrder(tx, shopId, number)
  if (!order) throw orderNotFound()
  throw new AppError(409, 'wrong_status', `Order ${order.serial} is placed already`)
}

const selectDraft = (tx: Transaction, shopId: number) =>
  tx
    .selectFrom('order_draft')
    .select(['id', 'number', 'request', 'held_until as heldUntil', 'held'])
    .where('config_id', '=', shopId)

/** The column `held`. */
const unitsOf = (held: unknown) => held as StockLine[]
