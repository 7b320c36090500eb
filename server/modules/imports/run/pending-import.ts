import { sql } from 'kysely'
import type { ImportedKind } from '#contract/imports/kinds.ts'
import type { Database, Transaction } from '#server/db/connect.ts'
import type { WriteContext } from '#server/modules/audit/index.ts'
import type { ReadSettings } from '../formats/cell-reader.ts'
import { markEmptied } from './stored-imports.ts'

/** An import that the job has claimed. */
export interface PendingImport extends WriteContext {
  id: number
  kind: ImportedKind
  state: 'checking' | 'running' | 'undoing'
  format: string
  /** Of a workbook. */
  sheet: string | undefined
  settings: ReadSettings
  job: string
  /** ISO 4217 */
  currency: string
  /** BCP 47 */
  locale: string
  /** IANA */
  timeZone: string
}

/** The oldest import with one of these steps to do; its row stays locked until the transaction ends. */
export async function claimPending(
  tx: Transaction,
  states: readonly PendingImport['state'][],
): Promise<PendingImport | undefined> {
  const row = await tx
    .selectFrom('data_import as i')
    .innerJoin('shop as s', 's.config_id', 'i.config_id')
    .select([
      'i.config_id',
      'i.id',
      'i.kind',
      'i.state',
      'i.format',
      'i.sheet',
      'i.mapping',
      'i.decimal_mark',
      'i.is_mark_sure',
    ])
    .select(['i.date_order', 'i.adds_option_to_skus', 'i.job'])
    .select(['i.actor_id', 'i.actor_name', 's.currency', 's.locale', 's.time_zone'])
    .where('i.state', 'in', states)
    .orderBy('i.id')
    .limit(1)
    // Items refer to the row, which this lock allows.
    .forNoKeyUpdate('i')
    .skipLocked()
    .executeTakeFirst()
  return (
    row && {
      id: row.id,
      shopId: row.config_id,
      kind: row.kind as ImportedKind,
      state: row.state as PendingImport['state'],
      format: row.format,
      sheet: row.sheet ?? undefined,
      settings: {
        mapping: row.mapping as ReadSettings['mapping'],
        decimalMark: row.decimal_mark as ReadSettings['decimalMark'],
        isMarkSure: row.is_mark_sure,
        dateOrder: (row.date_order as ReadSettings['dateOrder'] | null) ?? undefined,
        addsOptionToSkus: row.adds_option_to_skus,
        currency: row.currency,
        timeZone: row.time_zone,
      },
      job: row.job,
      actor: { id: row.actor_id, name: row.actor_name },
      currency: row.currency,
      locale: row.locale,
      timeZone: row.time_zone,
    }
  )
}

/** How a step of an import ended. */
export interface StepEnd {
  state: 'ready' | 'done' | 'undone' | 'failed' | 'withdrawn'
  /** Why the file cannot be read, or why the step ended early. */
  error?: string
  /** The columns that are not read, with the number of rows that have a value. */
  leftBehind?: readonly { heading: string; rows: number }[]
  /** Of the rows that a check has stored. */
  rowBytes?: number
}

/** Ends a step of an import. A request to stop it has no further effect. */
export async function finishStep(
  tx: Transaction,
  { shopId, id }: Pick<PendingImport, 'shopId' | 'id'>,
  { state, error = '', rowBytes, leftBehind }: StepEnd,
): Promise<void> {
  await clearStop(tx, { shopId, id })
  if (state === 'withdrawn') await markEmptied(tx, { shopId, id })
  await tx
    .updateTable('data_import')
    .set({
      ...(leftBehind && { left_behind: JSON.stringify(leftBehind) }),
      state,
      error: error || null,
      ...(state !== 'ready' && { finished_at: sql`clock_timestamp()` }),
      ...(rowBytes !== undefined && {
        stored_bytes: sql<number>`${rowBytes}::bigint + coalesce((
          select sum(length(bytes)) from data_import_file where config_id = ${shopId} and import_id = ${id}), 0)`,
      }),
    })
    .where('config_id', '=', shopId)
    .where('id', '=', id)
    .execute()
}

/** Drops a request to stop that came too late. */
export async function clearStop(
  tx: Transaction,
  { shopId, id }: Pick<PendingImport, 'shopId' | 'id'>,
): Promise<void> {
  await tx
    .deleteFrom('data_import_stop')
    .where('config_id', '=', shopId)
    .where('import_id', '=', id)
    .execute()
}

/** The uploaded file in its parts. */
export async function* fileParts(
  db: Database,
  { shopId, id }: Pick<PendingImport, 'shopId' | 'id'>,
): AsyncGenerator<Buffer> {
  for (let part = 0; ; part++) {
    const row = await db
      .selectFrom('data_import_file')
      .select('bytes')
      .where('config_id', '=', shopId)
      .where('import_id', '=', id)
      .where('part', '=', part)
      .executeTakeFirst()
    if (!row) return
    yield row.bytes
  }
}
