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
  const { before, after } = change.action === 'update' ? difference(change) : change
  if (!before && !after) return
  await tx
    .insertInto('journal')
    .values({
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
    })
    .execute()
}

function difference({ before = {}, after = {} }: Pick<Change, 'before' | 'after'>) {
  const changed = Object.keys(after).filter((field) => !isDeepStrictEqual(before[field], after[field]))
  if (changed.length === 0) return {}
  const only = (state: State) => Object.fromEntries(changed.map((field) => [field, state[field] ?? null]))
  return { before: only(before), after: only(after) }
}
