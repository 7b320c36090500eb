import { sql } from 'kysely'
import type { z } from 'zod'
import type {
  getImportRows,
  getImports,
  ImportRow,
  ImportStep,
  ImportSummary,
  ImportWarning,
} from '#contract/imports/import.ts'
import type { ImportedKind, ImportFormat } from '#contract/imports/kinds.ts'
import type { Database } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import { MAX_SHOP_BYTES, readStorage } from './run/stored-imports.ts'

/** The latest imports of these kinds, and what all imports take. */
export async function listImports(
  db: Database,
  shopId: number,
  kinds: readonly ImportedKind[],
): Promise<z.output<typeof getImports.answer>> {
  const { bytes, days } = await readStorage(db, shopId)
  const rows = await db
    .selectFrom('data_import')
    .select(['id', 'kind', 'file_name', 'format', 'state', 'actor_name', 'created_at'])
    .where('config_id', '=', shopId)
    .where(sql<boolean>`kind = any(${kinds}::text[])`)
    .orderBy('id', 'desc')
    .limit(20)
    .execute()
  const data = rows.map((row) => ({
    id: row.id,
    kind: row.kind as ImportedKind,
    filename: row.file_name,
    format: row.format as ImportFormat,
    step: row.state as ImportStep,
    by: row.actor_name,
    created_at: row.created_at.toISOString(),
  }))
  return { data, storage: { bytes, days, limit: MAX_SHOP_BYTES } }
}

interface Counts extends Record<ImportWarning, number> {
  create: number
  update: number
  unchanged: number
  refuse: number
  failed: number
  kept: number
  planned: number
  done: number
  undone: number
}

/** An import with counts and progress. AppError 404 if it does not exist. */
export async function requireImport(db: Database, shopId: number, id: number): Promise<ImportSummary> {
  const row = await db
    .selectFrom('data_import')
    .selectAll()
    .where('config_id', '=', shopId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw new AppError(404, 'not_found', 'There is no such import')
  const { rows } = await sql<Counts>`
    select count(*) filter (where outcome = 'create') as create, count(*) filter (where outcome = 'update') as update,
      count(*) filter (where outcome = 'unchanged') as unchanged, count(*) filter (where outcome = 'refuse') as refuse,
      count(*) filter (where state = 'failed') as failed, count(*) filter (where state = 'kept') as kept,
      count(*) filter (where state = 'planned' and outcome in ('create', 'update')) as planned,
      count(*) filter (where state = 'done') as done, count(*) filter (where state = 'undone') as undone,
      count(*) filter (where 'price_change' = any(warnings)) as price_change,
      count(*) filter (where 'price_zero' = any(warnings)) as price_zero,
      count(*) filter (where 'stock_zero' = any(warnings)) as stock_zero,
      count(*) filter (where 'spreadsheet' = any(warnings)) as spreadsheet
    from data_import_item where config_id = ${shopId} and import_id = ${id}`.execute(db)
  const counts = rows[0]
  const waiting = await readWaiting(db, shopId, { id, step: row.state as ImportStep })
  if (!counts) throw new Error('An aggregate has one row')
  const {
    create,
    update,
    unchanged,
    refuse,
    failed,
    kept,
    price_change,
    price_zero,
    stock_zero,
    spreadsheet,
  } = counts
  const isUndo = row.state === 'undoing' || row.state === 'undone'
  const total = isUndo ? counts.done + counts.undone + kept : create + update
  const done = isUndo ? counts.undone + kept : total - counts.planned
  const isActive = row.state === 'running' || row.state === 'undoing'
  return {
    id,
    kind: row.kind as ImportedKind,
    filename: row.file_name,
    format: row.format as ImportFormat,
    ...stateOf(row.state as ImportStep),
    error: row.error,
    emptied_at: row.emptied_at?.toISOString() ?? null,
    sheets: row.sheets,
    sheet: row.sheet,
    headings: row.headings,
    sample: row.sample as Record<string, string>[],
    mapping: row.mapping as Record<string, string>,
    decimalmark: row.decimal_mark as '.' | ',',
    dateorder: row.date_order as ImportSummary['dateorder'],
    addoptiontosku: row.adds_option_to_skus,
    leftbehind: row.left_behind as ImportSummary['leftbehind'],
    counts: { create, update, unchanged, refuse, failed, kept },
    warnings: { price_change, price_zero, stock_zero, spreadsheet },
    done,
    total,
    secondsleft: isActive && row.started_at ? secondsLeft(row.started_at, done, total) : null,
    ...waiting,
    job: row.job,
    by: row.actor_name,
    created_at: row.created_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
  }
}

/** Checks wait for checks; runs and undos wait for each other. A step that has begun has an attempt. */
const lanes: readonly (readonly ImportStep[])[] = [['checking'], ['running', 'undoing']]

async function readWaiting(
  db: Database,
  shopId: number,
  { id, step }: Pick<ImportSummary, 'id' | 'step'>,
): Promise<Pick<ImportSummary, 'waitsfor' | 'stopping'>> {
  const lane = lanes.find((steps) => steps.includes(step))
  if (!lane) return { waitsfor: null, stopping: false }
  const { rows } = await sql<{ waitsfor: string | null; stopping: boolean }>`
    select exists (select from data_import_stop where config_id = ${shopId} and import_id = ${id}) as stopping, (
      select i.file_name from data_import i join data_import_attempt a on a.config_id = i.config_id and a.import_id = i.id
      where i.config_id = ${shopId} and i.id <> ${id} and i.state = any(${lane}::text[]) and not exists (
        select from data_import_attempt own where own.config_id = ${shopId} and own.import_id = ${id})
      order by i.id limit 1
    ) as waitsfor`.execute(db)
  return rows[0] ?? { waitsfor: null, stopping: false }
}

/** The state that every client knows. An import without columns cannot be read yet, and a withdrawn one no longer. */
function stateOf(step: ImportStep): Pick<ImportSummary, 'state' | 'step'> {
  if (step === 'mapping' || step === 'withdrawn') return { step, state: 'failed' }
  return { step, state: step === 'undoing' ? 'running' : step }
}

/** From the speed so far; null before the first record. */
const secondsLeft = (startedAt: Date, done: number, total: number) =>
  done === 0 ? null : Math.ceil(((Date.now() - startedAt.getTime()) / 1000 / done) * (total - done))

type RowFilter = Omit<z.output<typeof getImportRows.input>, 'id'>

/** A page of the records of an import. `failed` records are no longer listed under what was planned. */
export async function listImportRows(
  db: Database,
  shopId: number,
  id: number,
  { outcome, warning, page, limit }: RowFilter,
): Promise<{ data: ImportRow[]; total: number }> {
  const isFailed = sql<boolean>`state = 'failed'`
  const matching = db
    .selectFrom('data_import_item')
    .where('config_id', '=', shopId)
    .where('import_id', '=', id)
    .$if(outcome === 'failed', (query) => query.where(isFailed))
    .$if(outcome !== undefined && outcome !== 'failed', (query) =>
      query.where('outcome', '=', outcome ?? '').where('state', '<>', 'failed'),
    )
    .$if(warning !== undefined, (query) => query.where(sql<boolean>`${warning} = any(warnings)`))
  const { total } = await matching
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await matching
    .select([
      'position',
      'line',
      'name',
      'outcome',
      'reason',
      'changes',
      'warnings',
      'notes',
      'state',
      'record_id',
    ])
    .orderBy('position')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  return {
    total,
    data: rows.map((row) => ({
      position: row.position,
      line: row.line,
      name: row.name,
      outcome: row.state === 'failed' ? 'failed' : (row.outcome as ImportRow['outcome']),
      reason: row.reason,
      changes: row.changes as ImportRow['changes'],
      warnings: row.warnings as ImportWarning[],
      notes: row.notes,
      recordid: row.record_id,
    })),
  }
}

/** What cannot be imported, with the reasons and the lines in the file. */
export async function listRefusedRows(db: Database, shopId: number, id: number) {
  return db
    .selectFrom('data_import_item')
    .select(['line', 'name', 'reason'])
    .select(sql<number[] | null>`content -> 'lines'`.as('lines'))
    .where('config_id', '=', shopId)
    .where('import_id', '=', id)
    .where(({ or, eb }) => or([eb('outcome', '=', 'refuse'), eb('state', '=', 'failed')]))
    .orderBy('position')
    .execute()
}
