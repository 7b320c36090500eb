import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Permission } from '#contract/endpoint.ts'
import type { Transaction } from '#server/db/connect.ts'
import { notAllowed } from '#server/http/caller.ts'
import { AppError } from '#server/http/errors.ts'
import { changedSince, type Conflict } from './conflict.ts'
import { didOf, nounOf, refusalOf } from './entry.ts'
import { listEntriesOf, type EntryRow } from './journal.queries.ts'
import type { State, WriteContext } from './journal.writes.ts'
import { decide, type Decision } from './revert.rules.ts'
import type { PutBack, PutBackChange, Revertible } from './revertible.ts'
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
  const context = { ...write, ...(job !== undefined && { job: randomUUID() }) }
  const path = ({ id }: EntryRow, field: string) => (job === undefined ? field : `${id}.${field}`)
  const changed = new Set<string>()
  for (const [back, some] of stepsOf(rows, (row) => requireBack(row, known, allowed))) {
    const wanted = (row: EntryRow) => ({
      fields: fieldsOf(row, fields, known),
      overwrites: (field: string) => overwrite.has(path(row, field)),
      leave: reverting.leave,
    })
    const decisions = await revertSome(tx, context, back, some, (row, now) =>
      decide(row, now, wanted(row)),
    ).catch(job === undefined ? rethrow : saying(nounOf(known, some[0].subject)))
    for (const [row, { step, differing }] of decisions) {
      if (step) changed.add(`${row.subject} ${row.subjectId}`)
      conflicts.push(...differing.map(({ field, now }) => ({ row, field, now, path: path(row, field) })))
    }
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

type Some = [EntryRow, ...EntryRow[]]

/** What is put back together: entry by entry, but of a noun whose owner takes many at once the newest of each record, and so on. */
function stepsOf(rows: readonly EntryRow[], backOf: (row: EntryRow) => PutBack): [PutBack, Some][] {
  const groups = Map.groupBy(rows, (row) => row.subject)
  return [...groups.values()].flatMap((group) => {
    const turns = new Map<string, number>()
    const turnOf = ({ subjectId }: EntryRow) => {
      const turn = turns.get(subjectId) ?? 0
      turns.set(subjectId, turn + 1)
      return turn
    }
    const backs = group.map(backOf)
    const many = backs[0]?.many !== undefined
    const steps = Map.groupBy(
      group.map((row, i) => ({ row, step: many ? turnOf(row) : i })),
      ({ step }) => step,
    )
    return [...steps.values()].map((step): [PutBack, Some] => [
      backs[0] as PutBack,
      step.map(({ row }) => row) as Some,
    ])
  })
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

/** Puts back entries of one noun, of different records. */
async function revertSome(
  tx: Transaction,
  context: WriteContext,
  back: PutBack,
  rows: Some,
  decideOn: (row: EntryRow, now: State | undefined) => Decision,
): Promise<[EntryRow, Decision][]> {
  const stored = await readSome(tx, context.configId, back, rows)
  const updates: PutBackChange[] = []
  const decisions: [EntryRow, Decision][] = []
  for (const row of rows) {
    const id = Number(row.subjectId)
    const now = stored.get(id)
    const decision = decideOn(row, now && asJson(now))
    decisions.push([row, decision])
    const { step } = decision
    const own = { ...context, reverts: row.id }
    if (step?.do === 'create') await back.create?.(tx, own, id, step.state)
    if (step?.do === 'remove') await back.remove?.(tx, own, id)
    if (step?.do === 'update' && now) updates.push({ id, now, fields: step.fields, reverts: row.id })
  }
  const [first, ...others] = updates
  if (first && others.length > 0 && back.many) await back.many.update(tx, context, updates)
  else if (first) {
    await back.update(tx, { ...context, reverts: first.reverts }, first.id, first.fields)
  }
  return decisions
}

/** By id, locked. */
async function readSome(
  tx: Transaction,
  configId: number,
  back: PutBack,
  [first, ...others]: Some,
): Promise<Map<number, object>> {
  const { subject } = first
  const noun = sql`hashtextextended(${`revert ${configId} ${subject}`}, 0)`
  const ids = [first, ...others].map(({ subjectId }) => Number(subjectId))
  // A record may not be there to be locked. Who takes many back has the noun alone: there is no room for a lock for each.
  if (others.length > 0 && back.many) {
    await sql`select pg_advisory_xact_lock(${noun})`.execute(tx)
    return back.many.read(tx, configId, ids)
  }
  const record = sql`hashtextextended(${`revert ${configId} ${subject} ${first.subjectId}`}, 0)`
  await sql`select pg_advisory_xact_lock_shared(${noun}), pg_advisory_xact_lock(${record})`.execute(tx)
  const id = Number(first.subjectId)
  const stored = await back.read(tx, configId, id).catch(absentWhereNone)
  return new Map(stored && [[id, stored]])
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
