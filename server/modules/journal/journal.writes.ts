import { isDeepStrictEqual } from 'node:util'
import type { Transaction } from '#server/db/connect.ts'

/** Who writes: a user of the shop, or a part of the shop itself (id null). */
export interface Actor {
  id: number | null
  name: string
}

/** What every write is given: in which shop, and by whom. */
export interface WriteContext {
  configId: number
  actor: Actor
  /** Names what was done in one go, so that it can be undone in one go. */
  job?: string
  /** The entry that this write takes back. */
  reverts?: number
}

/** Fields of a record, in the form of the function that writes them. */
export type State = Record<string, unknown>

/** One change. `before` is absent for a creation, `after` for a deletion. */
interface Change extends WriteContext {
  action: 'create' | 'update' | 'delete'
  /** The noun: "product", "content_page". */
  subject: string
  subjectId: number
  before?: State
  after?: State
}

/**
 * Writes a change into the journal; every write of the dashboard comes through here. Of an update only the fields that
 * differ are kept, so that one field can be reverted later; where none differs nothing is recorded.
 */
export async function record(
  tx: Transaction,
  { configId, actor, job, reverts, ...change }: Change,
): Promise<void> {
  await recordAll(tx, { configId, actor, ...(job && { job }), ...(reverts && { reverts }) }, [change])
}

/** The same for many changes at once, in a few statements; each may take back an entry of its own. */
export async function recordAll(
  tx: Transaction,
  { configId, actor, job, reverts: all }: WriteContext,
  changes: readonly (Omit<Change, keyof WriteContext> & Pick<WriteContext, 'reverts'>)[],
): Promise<void> {
  const entries = changes.flatMap(({ reverts = all, ...change }) => {
    const { before, after } = change.action === 'update' ? difference(change) : change
    if (!before && !after) return []
    return {
      config_id: configId,
      actor_id: actor.id,
      actor_name: actor.name,
      action: reverts === undefined ? change.action : 'revert',
      subject: change.subject,
      subject_id: String(change.subjectId),
      before: before ? JSON.stringify(before) : null,
      after: after ? JSON.stringify(after) : null,
      job: job ?? null,
      reverts: reverts ?? null,
    }
  })
  for (let from = 0; from < entries.length; from += mostAtOnce) {
    const some = entries.slice(from, from + mostAtOnce)
    await tx.insertInto('journal').values(some).execute()
  }
}

/** Each entry takes ten of the 65,535 parameters of a statement. */
const mostAtOnce = 1000

function difference({ before = {}, after = {} }: Pick<Change, 'before' | 'after'>) {
  const changed = Object.keys(after).filter((field) => !isDeepStrictEqual(before[field], after[field]))
  if (changed.length === 0) return {}
  const only = (state: State) => Object.fromEntries(changed.map((field) => [field, state[field] ?? null]))
  return { before: only(before), after: only(after) }
}
