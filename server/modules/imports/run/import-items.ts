import { sql } from 'kysely'
import type { Database } from '#server/db/connect.ts'
import type { ImportedRow, Item, ItemResult } from './import-kind.ts'
import type { PendingImport } from './pending-import.ts'

/** Records are read in parts, so that memory stays flat. */
const PAGE_SIZE = 200

interface Selection {
  state: 'planned' | 'done'
  /** The items after this position; or those `at` these positions, locked until the transaction ends. */
  after?: number
  at?: readonly number[]
}

/** Items that are to be written or undone, in the order of the file. */
export async function listItems(
  db: Database,
  { shopId, id }: PendingImport,
  { state, after = -1, at }: Selection,
): Promise<Item[]> {
  const rows = await db
    .selectFrom('data_import_item')
    .select(['position', 'content', 'record_id', 'undo'])
    .where('config_id', '=', shopId)
    .where('import_id', '=', id)
    .where('state', '=', state)
    .where('outcome', 'in', ['create', 'update'])
    .where('position', '>', after)
    .$if(at !== undefined, (query) => query.where('position', 'in', at ?? []).forUpdate())
    .orderBy('position')
    .limit(PAGE_SIZE)
    .execute()
  return rows.map((row) => ({
    position: row.position,
    row: row.content as unknown as ImportedRow,
    recordId: row.record_id,
    undo: row.undo,
  }))
}

/** Stores what became of items. Without notes, a record or `undo`, the stored ones stay. */
export async function setItems(
  db: Database,
  { shopId, id }: PendingImport,
  results: readonly ItemResult[],
): Promise<void> {
  if (results.length === 0) return
  const rows = results.map(({ position, state, reason = null, notes, recordId, undo }) => ({
    position,
    state,
    reason,
    notes,
    record_id: recordId,
    undo,
  }))
  await sql`
    update data_import_item i
    set state = r.state, reason = r.reason, record_id = coalesce(r.record_id, i.record_id), undo = coalesce(r.undo, i.undo),
      notes = coalesce((select array_agg(note order by position) from jsonb_array_elements_text(r.notes)
        with ordinality as n (note, position)), i.notes)
    from jsonb_to_recordset(${JSON.stringify(rows)}) as r (position integer, state text, reason text, notes jsonb,
      record_id text, undo jsonb)
    where i.config_id = ${shopId} and i.import_id = ${id} and i.position = r.position`.execute(db)
}

interface Work {
  next(after: number): Promise<Item[]>
  /** How many items `work` takes at once. */
  batchSize: number
  work(items: Item[]): Promise<void>
}

/**
 * Works on page after page, one batch after the other. With two at once an import took two thirds of the time, and shoppers
 * waited half as long again. False if it was stopped before the end.
 */
export async function workOnItems({ next, batchSize, work }: Work, signal: AbortSignal): Promise<boolean> {
  for (let after = -1; ;) {
    const page = await next(after)
    const last = page.at(-1)
    if (!last) return true
    for (let from = 0; from < page.length; from += batchSize) {
      if (signal.aborted) return false
      await work(page.slice(from, from + batchSize))
    }
    after = last.position
  }
}
