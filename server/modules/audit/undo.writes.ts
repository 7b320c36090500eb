import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Permission } from '#contract/endpoint.ts'
import type { Transaction } from '#server/db/connect.ts'
import { notAllowed } from '#server/http/session/audience.ts'
import { AppError } from '#server/http/errors.ts'
import { undoConflict, type UndoConflict } from './conflict.ts'
import { effectOf, nounOf, undoRefusalOf } from './entry.ts'
import { listEntriesOf, type EntryRow } from './audit.queries.ts'
import type { State, WriteContext } from './audit.writes.ts'
import { decideUndo, type UndoDecision } from './undo.rules.ts'
import type { UndoOperations, UndoChange, UndoRemoval, AuditSubject } from './audit-subject.ts'
import type { ShopFormats } from './value-labels.ts'

export interface UndoRequest {
  entry?: number | undefined
  /** Several entries, for an import. */
  entries?: readonly number[]
  job?: string | undefined
  fields?: readonly string[] | undefined
  overwrite: readonly string[]
  skipConflicts: boolean
}

interface UndoScope {
  shop: ShopFormats & { shopId: number }
  subjects: ReadonlyMap<string, AuditSubject>
  /** The caller's permissions. */
  allowed: readonly Permission[]
}

/**
 * Undoes entries or a whole job through the functions that write these nouns, and returns how many records changed and
 * how many fields were skipped. Throws AppError 404, 403, 409 `undo_conflict`, `nothing_to_undo` or `not_undoable`, and
 * whatever those functions throw.
 */
export async function undoEntries(
  tx: Transaction,
  write: WriteContext,
  request: UndoRequest,
  { shop, subjects, allowed }: UndoScope,
): Promise<{ records: number; skipped: number }> {
  const { entry, job, fields, skipConflicts } = request
  const entries = request.entries ?? (entry === undefined ? [] : [entry])
  const rows = inUndoOrder(await listEntriesOf(tx, write.shopId, { entries, job }))
  if (rows.length === 0) throw new AppError(404, 'not_found', `${job ? 'Job' : 'Entry'} not found`)
  const conflicts: UndoConflict[] = []
  const overwrite = new Set(request.overwrite)
  const context = { ...write, ...(job !== undefined && { job: randomUUID() }) }
  const path = ({ id }: EntryRow, field: string) => (job === undefined ? field : `${id}.${field}`)
  const changed = new Set<string>()
  for (const [undo, group] of groupRows(rows, (row) => requireUndo(row, subjects, allowed))) {
    const wishFor = (row: EntryRow) => ({
      fields: selectFields(row, fields, subjects),
      overwrites: (field: string) => overwrite.has(path(row, field)),
      skipConflicts,
    })
    const decisions = await undoGroup(tx, context, undo, group, (row, current) =>
      decideUndo(row, current, wishFor(row)),
    ).catch(job === undefined ? rethrow : rethrowWithNoun(nounOf(subjects, group[0].subject)))
    for (const [row, { step, conflicts: found }] of decisions) {
      if (step) changed.add(`${row.subject} ${row.subjectId}`)
      conflicts.push(...found.map((conflict) => ({ row, path: path(row, conflict.field), ...conflict })))
    }
  }
  if (conflicts.length > 0 && !skipConflicts) throw await undoConflict(tx, { shop, subjects }, conflicts)
  if (changed.size === 0) throw new AppError(409, 'nothing_to_undo', 'Nothing to undo')
  return { records: changed.size, skipped: conflicts.length }
}

// Newest first, so that each undo finds what its entry made. Within a noun by id, the order in which bulk writes lock.
function inUndoOrder(rows: readonly EntryRow[]): EntryRow[] {
  const groups = Map.groupBy(rows, ({ subject }) => subject)
  return [...groups.values()].flatMap((group) =>
    group.toSorted((a, b) => Number(a.subjectId) - Number(b.subjectId) || b.id - a.id),
  )
}

type EntryGroup = [EntryRow, ...EntryRow[]]

/**
 * Groups entries that are undone together: one by one, or, for nouns with `many`, the newest entry of every record, then
 * the second newest, and so on.
 */
function groupRows(
  rows: readonly EntryRow[],
  undoOf: (row: EntryRow) => UndoOperations,
): [UndoOperations, EntryGroup][] {
  const bySubject = Map.groupBy(rows, (row) => row.subject)
  return [...bySubject.values()].flatMap((group) => {
    const rounds = new Map<string, number>()
    const nextRound = ({ subjectId }: EntryRow) => {
      const round = rounds.get(subjectId) ?? 0
      rounds.set(subjectId, round + 1)
      return round
    }
    const undos = group.map(undoOf)
    const hasMany = undos[0]?.many !== undefined
    const steps = Map.groupBy(
      group.map((row, index) => ({ row, step: hasMany ? nextRound(row) : index })),
      ({ step }) => step,
    )
    return [...steps.values()].map((step): [UndoOperations, EntryGroup] => [
      undos[0] as UndoOperations,
      step.map(({ row }) => row) as EntryGroup,
    ])
  })
}

function requireUndo(
  row: EntryRow,
  subjects: UndoScope['subjects'],
  allowed: UndoScope['allowed'],
): UndoOperations {
  const subject = subjects.get(row.subject)
  if (subject && !allowed.includes(subject.permission)) throw notAllowed()
  const refusal = undoRefusalOf(row, subjects, allowed)
  if (refusal === null && subject?.undo) return subject.undo
  throw new AppError(409, 'not_undoable', refusal ?? 'This can’t be undone')
}

/** The fields to restore: the requested ones, or all that can be undone. */
function selectFields(
  row: EntryRow,
  requested: UndoRequest['fields'],
  subjects: UndoScope['subjects'],
): string[] {
  const changed = Object.keys(row.after ?? {})
  const known = subjects.get(row.subject)?.fields ?? {}
  if (!requested) return changed.filter((field) => known[field]?.undoRefusal === undefined)
  for (const field of requested) {
    if (effectOf(row) !== 'update' || !changed.includes(field)) {
      throw new AppError(400, 'invalid_input', `The entry did not change the field ${field}`, [
        { path: 'fields', message: 'This entry did not change the field' },
      ])
    }
    const refusal = known[field]?.undoRefusal
    if (refusal !== undefined) throw new AppError(409, 'not_undoable', refusal)
  }
  return [...requested]
}

/** Undoes entries of one noun and of different records. */
async function undoGroup(
  tx: Transaction,
  context: WriteContext,
  undo: UndoOperations,
  rows: EntryGroup,
  decide: (row: EntryRow, current: State | undefined) => UndoDecision,
): Promise<[EntryRow, UndoDecision][]> {
  const stored = await readLocked(tx, context.shopId, undo, rows)
  const updates: UndoChange[] = []
  const removals: UndoRemoval[] = []
  const isBulk = rows.length > 1 && undo.many !== undefined
  const decisions: [EntryRow, UndoDecision][] = []
  for (const row of rows) {
    const id = Number(row.subjectId)
    const now = stored.get(id)
    const decision = decide(row, now && asJson(now))
    decisions.push([row, decision])
    const { step } = decision
    const write = { ...context, undoes: row.id }
    if (step?.kind === 'create') await undo.create?.(tx, write, id, step.state)
    if (step?.kind === 'remove' && isBulk && undo.many?.remove && now)
      removals.push({ id, now, undoes: row.id })
    else if (step?.kind === 'remove') await undo.remove?.(tx, write, id)
    if (step?.kind === 'update' && now) updates.push({ id, now, fields: step.fields, undoes: row.id })
  }
  if (removals.length > 0) await undo.many?.remove?.(tx, context, removals)
  const [first, ...others] = updates
  if (first && others.length > 0 && undo.many) await undo.many.update(tx, context, updates)
  else if (first) {
    await undo.update(tx, { ...context, undoes: first.undoes }, first.id, first.fields)
  }
  return decisions
}

/** Reads the records of a group by id, locked. */
async function readLocked(
  tx: Transaction,
  shopId: number,
  undo: UndoOperations,
  [first, ...others]: EntryGroup,
): Promise<Map<number, object>> {
  const { subject } = first
  const nounLock = sql`hashtextextended(${`undo ${shopId} ${subject}`}, 0)`
  const ids = [first, ...others].map(({ subjectId }) => Number(subjectId))
  // A deleted record has no row to lock, hence advisory locks. Bulk undo locks the noun: a lock for each record could
  // exceed the lock table.
  if (others.length > 0 && undo.many) {
    await sql`select pg_advisory_xact_lock(${nounLock})`.execute(tx)
    return undo.many.read(tx, shopId, ids)
  }
  const recordLock = sql`hashtextextended(${`undo ${shopId} ${subject} ${first.subjectId}`}, 0)`
  await sql`select pg_advisory_xact_lock_shared(${nounLock}), pg_advisory_xact_lock(${recordLock})`.execute(
    tx,
  )
  const id = Number(first.subjectId)
  const stored = await undo.read(tx, shopId, id).catch(undefinedIfNotFound)
  return new Map(stored && [[id, stored]])
}

/** The form in which the audit log stores a state: dates as text. */
const asJson = (state: object) => JSON.parse(JSON.stringify(state)) as State

function undefinedIfNotFound(error: unknown): undefined {
  if (!(error instanceof AppError && error.status === 404)) throw error
}

function rethrow(error: unknown): never {
  throw error
}

/** Names the noun in the message, because a job has records of several nouns. */
function rethrowWithNoun(noun: string) {
  return (error: unknown): never => {
    if (!(error instanceof AppError)) throw error
    throw new AppError(error.status, error.code, `${noun}: ${error.message}`, error.issues)
  }
}
