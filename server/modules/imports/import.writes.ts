import { sql } from 'kysely'
import type { ImportStep } from '#contract/imports/import.ts'
import { importKinds, importedKinds, type ImportedKind, type ImportFormat } from '#contract/imports/kinds.ts'
import type { Database, Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import { record, type WriteContext } from '#server/modules/audit/index.ts'
import { limitConcurrency } from '#server/platform/concurrency.ts'
import { openTableApart } from '#server/platform/table-files/open-table-apart.ts'
import type { TableFile } from '#server/platform/table-files/table-file.ts'
import type { DecimalMark } from './formats/amount.rules.ts'
import type { DateOrder } from './formats/date.rules.ts'
import { formatNamed, recogniseFormat, recogniseSettings } from './formats/formats.ts'
import { requireImport } from './import.queries.ts'
import { kinds } from './kinds.ts'
import { clearStop, finishStep } from './run/pending-import.ts'
import { requestStop, stoppedEnd } from './run/stop-import.ts'

/** One statement carries at most this much of a file. */
const PART_BYTES = 4 * 1024 * 1024
const MAX_SAMPLE_CHARACTERS = 200

interface Upload {
  fileName: string
  bytes: Buffer
}

/** Each upload that is being recognised has a process of its own. */
const recognising = limitConcurrency(2)

/**
 * A file of this kind that was recognised: how it is read, unless the shop has chosen otherwise for these headings. AppError
 * 400 if it is a file of another kind.
 */
export async function recogniseUpload(bytes: Buffer, choice: FileChoice) {
  return recognising.run(async () => {
    const table = await openTableApart(bytes)
    try {
      return await recogniseTable(table, choice)
    } finally {
      table.close()
    }
  })
}

interface FileChoice {
  kind: ImportedKind
  source: ImportFormat | 'auto'
}

async function recogniseTable(table: TableFile, { kind, source }: FileChoice) {
  const found = recogniseFormat(kinds[kind], table.headings)
  if (!found) refuseOtherKinds(kind, table.headings)
  if (source !== 'auto' && !(importKinds[kind].formats as readonly string[]).includes(source))
    throw invalid('source', `This source has no files of ${importKinds[kind].noun[1]}`)
  const { format, mapping } =
    source === 'auto' && found ? found : formatNamed(kinds[kind], source === 'auto' ? 'haat' : source)
  const recognised = await recogniseSettings(table, mapping(table.headings), kinds[kind])
  const sample = recognised.sample.map((cells) =>
    Object.fromEntries(
      Object.entries(cells).map(([heading, cell]) => [heading, cell.slice(0, MAX_SAMPLE_CHARACTERS)]),
    ),
  )
  return { kind, headings: table.headings, format, ...recognised, sample }
}

function refuseOtherKinds(kind: ImportedKind, headings: readonly string[]): void {
  const other = importedKinds.find((name) => name !== kind && recogniseFormat(kinds[name], headings))
  if (other === undefined) return
  const { name, noun } = importKinds[other]
  throw invalid('kind', `This looks like a file of ${noun[1]}. Choose “${name}” and upload it again.`)
}

/**
 * Stores a file with its settings and lets the job check it. Returns the id of the import. It changes nothing of the shop:
 * the audit log gets what the import writes.
 */
export async function createImport(
  tx: Transaction,
  { configId, actor }: Pick<WriteContext, 'configId' | 'actor'>,
  { fileName, bytes }: Upload,
  recognised: Awaited<ReturnType<typeof recogniseUpload>>,
): Promise<number> {
  const { kind, headings } = recognised
  const chosen = await tx
    .selectFrom('data_import')
    .select(['format', 'mapping', 'decimal_mark', 'date_order', 'adds_option_to_skus'])
    .where('config_id', '=', configId)
    .where('kind', '=', kind)
    .where(sql<boolean>`headings = ${headings}::text[]`)
    .where('is_mapping_chosen', '=', true)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const dateOrder = recognised.dateOrder ?? chosen?.date_order ?? null
  const question =
    (chosen ? undefined : kinds[kind].missingColumn(recognised.mapping)?.message) ??
    (recognised.ambiguousDate !== undefined && dateOrder === null
      ? `“${recognised.ambiguousDate.slice(0, 40)}” can be two days. Choose how dates are written`
      : undefined)
  const { id } = await tx
    .insertInto('data_import')
    .values({
      config_id: configId,
      kind,
      file_name: fileName,
      headings,
      sample: JSON.stringify(recognised.sample),
      format: chosen?.format ?? recognised.format,
      mapping: JSON.stringify(chosen?.mapping ?? recognised.mapping),
      decimal_mark: chosen?.decimal_mark ?? recognised.decimalMark,
      is_mark_sure: chosen !== undefined || recognised.isMarkSure,
      date_order: dateOrder,
      adds_option_to_skus: chosen?.adds_option_to_skus ?? false,
      state: question === undefined ? 'checking' : 'mapping',
      error: question ?? null,
      actor_id: actor.id,
      actor_name: actor.name,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (let from = 0, part = 0; from < bytes.length; from += PART_BYTES, part++) {
    await tx
      .insertInto('data_import_file')
      .values({ config_id: configId, import_id: id, part, bytes: bytes.subarray(from, from + PART_BYTES) })
      .execute()
  }
  await wakeJob(tx)
  return id
}

/** Stores how the file is read, and lets the job check it again. AppError 400 or 409. */
export async function chooseMapping(
  tx: Transaction,
  configId: number,
  id: number,
  {
    format,
    mapping,
    decimalMark,
    dateOrder,
    addsOptionToSkus,
  }: {
    format: ImportFormat
    mapping: Record<string, string>
    decimalMark: DecimalMark
    /** Undefined: as before. */
    dateOrder: DateOrder | null | undefined
    addsOptionToSkus: boolean
  },
): Promise<void> {
  const { headings, kind } = await requireState(tx, configId, id, ['mapping', 'ready', 'failed'])
  const { columns, formats, noun } = importKinds[kind]
  if (!(formats as readonly string[]).includes(format))
    throw invalid('format', `No files of ${noun[1]} have this format`)
  for (const [column, heading] of Object.entries(mapping)) {
    if (!Object.hasOwn(columns, column)) throw invalid(`mapping.${column}`, 'There is no such value')
    if (headings.includes(heading)) continue
    throw invalid(`mapping.${column}`, `The file has no column “${heading}”`)
  }
  const missing = kinds[kind].missingColumn(mapping)
  if (missing) throw invalid(`mapping.${missing.column}`, missing.message)
  await tx
    .updateTable('data_import')
    .set({
      format,
      mapping: JSON.stringify(mapping),
      decimal_mark: decimalMark,
      is_mark_sure: true,
      date_order: dateOrder,
      adds_option_to_skus: addsOptionToSkus,
      is_mapping_chosen: true,
      state: 'checking',
      error: null,
    })
    .where('config_id', '=', configId)
    .where('id', '=', id)
    .execute()
  await wakeJob(tx)
}

/** Lets the job write what the check has found. AppError 409 `confirm_import` for warnings that are not accepted. */
export async function requestApply(
  tx: Transaction,
  configId: number,
  id: number,
  accept: boolean,
): Promise<void> {
  const { kind, counts, warnings } = await requireState(tx, configId, id, ['ready'])
  if (counts.create + counts.update === 0)
    throw new AppError(409, 'nothing_to_import', 'There is nothing to import')
  const found = Object.entries(warnings).filter(([, count]) => count > 0)
  if (found.length > 0 && !accept) {
    const issues = found.map(([path, count]) => ({
      path,
      message: `${count} ${importKinds[kind].noun[count === 1 ? 0 : 1]}`,
    }))
    throw new AppError(409, 'confirm_import', 'Check the marked changes before you start the import', issues)
  }
  await moveTo(tx, configId, id, 'running')
}

/** Lets the job undo a finished import, after those before it. AppError 409. */
export async function requestUndo(tx: Transaction, configId: number, id: number): Promise<void> {
  await requireState(tx, configId, id, ['done'])
  await moveTo(tx, configId, id, 'undoing')
}

/**
 * Gives up an import. One that the job works on stops after its current batch. AppError 409 for one that is finished or given
 * up already.
 */
export async function withdraw(
  tx: Transaction,
  { configId, actor }: Pick<WriteContext, 'configId' | 'actor'>,
  id: number,
): Promise<void> {
  const isLocked = await isWorkedOn(tx, configId, id)
  const { kind, step } = await requireImport(tx, configId, id)
  const refusal = notWithdrawn[step]
  if (refusal !== undefined) throw new AppError(409, 'wrong_state', refusal)
  if (isLocked) await requestStop(tx, { configId, id }, actor.name)
  else {
    const state = step === 'running' || step === 'undoing' ? step : 'checking'
    await finishStep(tx, { configId, id }, await stoppedEnd(tx, { configId, id, kind, state }, actor.name))
  }
  record(tx, {
    configId,
    actor,
    action: 'update',
    subject: 'data_import',
    subjectId: id,
    before: { step },
    after: { step: 'withdrawn' },
  })
}

const notWithdrawn: Partial<Record<ImportStep, string>> = {
  done: 'This import is finished. Undo it instead',
  undone: 'This import was undone already',
  withdrawn: 'This import was withdrawn already',
}

/** Locks the import unless the job holds it. */
async function isWorkedOn(tx: Transaction, configId: number, id: number): Promise<boolean> {
  const { rows } = await sql`
    select from data_import where config_id = ${configId} and id = ${id} for no key update skip locked`.execute(
    tx,
  )
  return rows.length === 0
}

async function moveTo(tx: Transaction, configId: number, id: number, state: ImportStep): Promise<void> {
  await tx
    .updateTable('data_import')
    .set({ state, error: null, started_at: sql`clock_timestamp()`, finished_at: null })
    .where('config_id', '=', configId)
    .where('id', '=', id)
    .execute()
  await wakeJob(tx)
}

/** Locks the import. AppError 404, or 409 if it is in another state or being worked on. Drops a stop that came too late. */
async function requireState(tx: Transaction, configId: number, id: number, states: readonly ImportStep[]) {
  const isLocked = await isWorkedOn(tx, configId, id)
  const found = await requireImport(tx, configId, id)
  if (isLocked || !states.includes(found.step)) throw new AppError(409, 'wrong_state', refusals[found.step])
  await clearStop(tx, { configId, id })
  return found
}

const refusals: Record<ImportStep, string> = {
  mapping: 'Choose the columns first',
  checking: 'The file is still being checked',
  ready: 'This import has not started yet',
  running: 'This import is running',
  done: 'This import is finished',
  undoing: 'This import is being undone',
  undone: 'This import was undone',
  failed: 'This file can’t be read',
  withdrawn: 'This import was withdrawn. Upload the file again',
}

const invalid = (path: string, message: string) =>
  new AppError(400, 'invalid_input', message, [{ path, message }])

const wakeJob = (db: Database) => sql`select pg_notify('import', '')`.execute(db)
