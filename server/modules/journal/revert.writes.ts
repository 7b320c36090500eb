import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { Permission } from '#contract/endpoint.ts'
import type { Transaction } from '#server/db/connect.ts'
import { notAllowed } from '#server/http/caller.ts'
import { AppError } from '#server/http/errors.ts'
import { changedSince, type Conflict } from './conflict.ts'
import { didOf, nounOf, refusalOf } from './entry.ts'
import { listEntriesOf, type EntryRow } from './journal.queries.ts'
import type { State, WriteContext } from './journal.writes.ts'
import type { PutBack, Revertible } from './revertible.ts'
import type { ShopWords } from './words.ts'

export interface Reverting {
  entry?: number | undefined
  job?: string | undefined
  fields?: readonly string[] | undefined
  overwrite: readonly string[]
  leave: boolean
}

interface Rights {
  shop: ShopWords & { configId: number }
  known: ReadonlyMap<string, Revertible>
  /** What who reverts may work on. */
  allowed: readonly Permission[]
}

/**
 * Puts back what an entry or a whole job has changed, by the same functions that write it, and answers how many records
 * changed and how many fields were left. AppError 404 where there is no such entry, 403 where it is not the caller's to
 * change, 409 `changed_since` where a field is no longer what the entry made it (its issues say by whom), 409
 * `nothing_to_revert` where all is as it was before, 409 `not_revertible`; and whatever the writing function refuses.
 */
export async function revertEntries(
  tx: Transaction,
  write: WriteContext,
  reverting: Reverting,
  { shop, known, allowed }: Rights,
): Promise<{ records: number; left: number }> {
  const { entry, job, fields } = reverting
  const rows = inOrder(await listEntriesOf(tx, write.configId, { entry, job }))
  if (rows.length === 0) throw new AppError(404, 'not_found', `There is no such ${job ? 'job' : 'entry'}`)
  const conflicts: Conflict[] = []
  const overwrite = new Set(reverting.overwrite)
  const ownJob = job === undefined ? {} : { job: randomUUID() }
  const changed = new Set<string>()
  for (const row of rows) {
    const back = requireBack(row, known, allowed)
    const path = (field: string) => (job === undefined ? field : `${row.id}.${field}`)
    const context = { ...write, ...ownJob, reverts: row.id }
    const wanted = {
      fields: fieldsOf(row, fields, known),
      overwrites: (field: string) => overwrite.has(path(field)),
    }
    const { done, differing } = await revertOne(tx, context, row, back, wanted, reverting.leave).catch(
      job === undefined ? rethrow : saying(nounOf(known, row.subject)),
    )
    if (done) changed.add(`${row.subject} ${row.subjectId}`)
    conflicts.push(...differing.map(({ field, now }) => ({ row, field, now, path: path(field) })))
  }
  if (conflicts.length > 0 && !reverting.leave) throw await changedSince(tx, { shop, known }, conflicts)
  if (changed.size === 0) {
    throw new AppError(409, 'nothing_to_revert', 'There is nothing to revert: it is as it was before')
  }
  return { records: changed.size, left: conflicts.length }
}

// Newest first, so that each finds what it made; but among records of one noun by id, as bulk writes lock them.
function inOrder(rows: readonly EntryRow[]): EntryRow[] {
  const groups = Map.groupBy(rows, ({ subject }) => subject)
  return [...groups.values()].flatMap((group) =>
    group.toSorted((a, b) => Number(a.subjectId) - Number(b.subjectId) || b.id - a.id),
  )
}

function requireBack(row: EntryRow, known: Rights['known'], allowed: Rights['allowed']): PutBack {
  const revertible = known.get(row.subject)
  if (revertible && !allowed.includes(revertible.permission)) throw notAllowed()
  const refusal = refusalOf(row, known, allowed)
  if (refusal === null && revertible?.back) return revertible.back
  throw new AppError(409, 'not_revertible', refusal ?? 'This cannot be reverted')
}

/** Those that are to be put back. */
function fieldsOf(row: EntryRow, wanted: Reverting['fields'], known: Rights['known']): string[] {
  const changed = Object.keys(row.after ?? {})
  const kept = known.get(row.subject)?.fields ?? {}
  if (!wanted) return changed.filter((field) => kept[field]?.kept === undefined)
  for (const field of wanted) {
    if (didOf(row) !== 'update' || !changed.includes(field)) {
      throw new AppError(400, 'invalid_input', `The entry has not changed the field ${field}`, [
        { path: 'fields', message: 'Not a field that this entry has changed' },
      ])
    }
    const why = kept[field]?.kept
    if (why !== undefined) throw new AppError(409, 'not_revertible', why)
  }
  return [...wanted]
}

interface Wanted {
  fields: readonly string[]
  overwrites(field: string): boolean
}

interface Result {
  done: boolean
  /** Fields that are neither what the entry made them nor what they were before. */
  differing: { field: string; now: unknown }[]
}

async function revertOne(
  tx: Transaction,
  context: WriteContext,
  row: EntryRow,
  back: PutBack,
  { fields, overwrites }: Wanted,
  leave: boolean,
): Promise<Result> {
  const id = Number(row.subjectId)
  const { configId } = context
  const { before, after } = row
  // The record may not be there to be locked.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`revert ${configId} ${row.subject} ${id}`}, 0))`.execute(
    tx,
  )
  const stored = await back.read(tx, configId, id).catch(absentWhereNone)
  const now = stored && asJson(stored)

  if (!after) {
    if (now || !before) return { done: false, differing: [] }
    await back.create?.(tx, context, id, before)
    return { done: true, differing: [] }
  }
  if (!now) {
    if (!before || leave) return { done: false, differing: [] }
    throw new AppError(409, 'gone', 'It was deleted meanwhile: revert the deletion first')
  }
  const changedFields = fields.filter(
    (field) =>
      field in now &&
      !isDeepStrictEqual(now[field], after[field]) &&
      !isDeepStrictEqual(now[field], before?.[field]),
  )
  const differing = changedFields
    .filter((field) => !overwrites(field))
    .map((field) => ({ field, now: now[field] }))
  if (!before) {
    if (differing.length > 0) return { done: false, differing }
    await back.remove?.(tx, context, id)
    return { done: true, differing: [] }
  }
  if (differing.length > 0 && !leave) return { done: false, differing }
  const skipped = new Set(differing.map(({ field }) => field))
  const put = fields.filter((field) => !skipped.has(field) && !isDeepStrictEqual(now[field], before[field]))
  if (put.length === 0) return { done: false, differing }
  await back.update(tx, context, id, Object.fromEntries(put.map((field) => [field, before[field]])))
  return { done: true, differing }
}

/** As the journal keeps it: moments as texts. */
const asJson = (state: object) => JSON.parse(JSON.stringify(state)) as State

function absentWhereNone(error: unknown): undefined {
  if (!(error instanceof AppError && error.status === 404)) throw error
}

function rethrow(error: unknown): never {
  throw error
}

/** Of a job one must know which record it was. */
function saying(noun: string) {
  return (error: unknown): never => {
    if (!(error instanceof AppError)) throw error
    throw new AppError(error.status, error.code, `${noun}: ${error.message}`, error.issues)
  }
}
