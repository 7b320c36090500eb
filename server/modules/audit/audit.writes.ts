import { isDeepStrictEqual } from 'node:util'
import type { Transaction } from '#server/db/connect.ts'

/** The writer: a user, or a part of the shop itself (id null). */
export interface Actor {
  id: number | null
  name: string
}

/** Every write receives its shop and its writer. */
export interface WriteContext {
  shopId: number
  actor: Actor
  /** Groups the entries of a bulk change, so that it can be undone as one. */
  job?: string
  /** The entry that this write undoes. */
  undoes?: number
}

/** The fields of a record, in the form of the function that writes them. */
export type State = Record<string, unknown>

/** One change. A creation has no `before`, a deletion no `after`. */
interface Change extends WriteContext {
  action: 'create' | 'update' | 'delete'
  /** The noun: "product", "content_page". */
  subject: string
  subjectId: number
  before?: State
  after?: State
}

/**
 * Records a change in the audit log; every write of the dashboard does so. An update stores only the fields that differ,
 * so that each can be undone; without a difference nothing is recorded.
 */
export async function record(
  tx: Transaction,
  { shopId, actor, job, undoes, ...change }: Change,
): Promise<void> {
  await recordAll(tx, { shopId, actor, ...(job && { job }), ...(undoes && { undoes }) }, [change])
}

/** Records many changes in a few statements and returns the ids of the entries. Each may undo an entry of its own. */
export async function recordAll(
  tx: Transaction,
  { shopId, actor, job, undoes: sharedUndoes }: WriteContext,
  changes: readonly (Omit<Change, keyof WriteContext> & Pick<WriteContext, 'undoes'>)[],
): Promise<number[]> {
  const entries = changes.flatMap(({ undoes = sharedUndoes, ...change }) => {
    const { before, after } = change.action === 'update' ? difference(change) : change
    if (!before && !after) return []
    return {
      config_id: shopId,
      actor_id: actor.id,
      actor_name: actor.name,
      action: undoes === undefined ? change.action : 'undo',
      subject: change.subject,
      subject_id: String(change.subjectId),
      before: before ? JSON.stringify(before) : null,
      after: after ? JSON.stringify(after) : null,
      job: job ?? null,
      undoes: undoes ?? null,
    }
  })
  const batches = Array.from({ length: Math.ceil(entries.length / BATCH_SIZE) }, (_, i) =>
    entries.slice(i * BATCH_SIZE, (i + 1) * BATCH_SIZE),
  )
  // Sent together, so that a caller need not wait.
  const rows = await Promise.all(
    batches.map((batch) => tx.insertInto('audit_entry').values(batch).returning('id').execute()),
  )
  return rows.flat().map(({ id }) => Number(id))
}

/** Each entry takes ten of a statement's 65,535 parameters. */
const BATCH_SIZE = 1000

function difference({ before = {}, after = {} }: Pick<Change, 'before' | 'after'>) {
  const changed = Object.keys(after).filter((field) => !isDeepStrictEqual(before[field], after[field]))
  if (changed.length === 0) return {}
  const only = (state: State) => Object.fromEntries(changed.map((field) => [field, state[field] ?? null]))
  return { before: only(before), after: only(after) }
}
