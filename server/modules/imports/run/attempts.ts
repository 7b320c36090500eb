import { sql } from 'kysely'
import type { Database } from '#server/db/connect.ts'
import type { PendingImport, StepEnd } from './pending-import.ts'

/** A process may die for a cause outside the file, so the first lost attempt is repeated. */
const MAX_ATTEMPTS = 2

/**
 * Counts an attempt outside the transaction of the step, so that the count survives a process that dies. Returns how the step
 * ends if it was lost twice without getting further; undefined lets it begin.
 */
export async function beginAttempt(db: Database, pending: PendingImport): Promise<StepEnd | undefined> {
  const { shopId, id } = pending
  // A check begins again each time. A record is never written or undone twice, so those steps get further.
  const progress = sql`case when ${pending.state} = 'checking' then 0 else (
    select count(*) from data_import_item where config_id = ${shopId} and import_id = ${id}
      and state not in ('planned', 'done')
    ) + case when ${pending.state} = 'running' then (
      select count(*) from data_import_item where config_id = ${shopId} and import_id = ${id} and state = 'done'
    ) else 0 end end`
  const { rows } = await sql<{ attempts: number }>`
    insert into data_import_attempt as a (config_id, import_id, progress) values (${shopId}, ${id}, ${progress})
    on conflict (config_id, import_id) do update
      set attempts = case when a.progress = excluded.progress then a.attempts + 1 else 1 end, progress = excluded.progress
    returning attempts`.execute(db)
  return (rows[0]?.attempts ?? 0) > MAX_ATTEMPTS ? lost[pending.state] : undefined
}

/** Ends an attempt in an orderly way: the next one begins to count again. */
export async function endAttempt(db: Database, { shopId, id }: PendingImport): Promise<void> {
  await db
    .deleteFrom('data_import_attempt')
    .where('config_id', '=', shopId)
    .where('import_id', '=', id)
    .execute()
}

/** What was written stays and can be undone. */
const lost: Record<PendingImport['state'], StepEnd> = {
  checking: {
    state: 'failed',
    error:
      'The shop failed twice while it was reading this file, so it does not try again. Save the file again as CSV, or in smaller parts.',
  },
  running: {
    state: 'done',
    error:
      'The shop failed twice while it was writing the same rows of this file, so it does not try again. The rows before them are imported.',
  },
  undoing: {
    state: 'done',
    error:
      'The shop failed twice while it was undoing the same rows, so it does not try again. The rows before them are undone.',
  },
}
