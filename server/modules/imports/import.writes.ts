import { sql } from 'kysely'
import { importKinds, importedKinds, type ImportedKind, type ImportFormat } from '#contract/imports/kinds.ts'
import type { Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import type { WriteContext } from '#server/modules/audit/index.ts'
import { limitConcurrency } from '#server/platform/concurrency.ts'
import { openTableApart, type TableApart } from '#server/platform/table-files/open-table-apart.ts'
import type { TableSource } from '#server/platform/table-files/reader.ts'
import type { TableFile } from '#server/platform/table-files/table-file.ts'
import type { DecimalMark } from './formats/amount.rules.ts'
import type { DateOrder } from './formats/date.rules.ts'
import type { ColumnMapping } from './formats/cell-reader.ts'
import { formatNamed, recogniseFormat, recogniseSettings } from './formats/formats.ts'
import { kinds } from './kinds.ts'
import { requireState, wakeJob } from './import-steps.writes.ts'
import { withoutReason } from './refused-rows.ts'
import { requireRoom } from './run/stored-imports.ts'

const mappableStates = ['mapping', 'ready', 'failed'] as const

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
export async function recogniseUpload(source: TableSource, choice: FileChoice) {
  return recognising.run(async () => {
    const table = await openSheet(source, choice)
    try {
      return await recogniseTable(table, choice)
    } finally {
      table.close()
    }
  })
}

export type RecognisedUpload = Awaited<ReturnType<typeof recogniseUpload>>

interface FileChoice {
  kind: ImportedKind
  source: ImportFormat | 'auto'
  /** Of a workbook; otherwise the first whose headings are known, or the first. */
  sheet?: string
}

/** A workbook of many sheets seldom has the records behind the first ones. */
const TRIED_SHEETS = 5

async function openSheet(source: TableSource, { kind, sheet }: FileChoice): Promise<TableApart> {
  const first = await openTableApart(source, { sheet })
  const others = first.sheets.filter((name) => name !== first.sheet).slice(0, TRIED_SHEETS)
  if (sheet !== undefined || recogniseFormat(kinds[kind], first.headings)) return first
  for (const other of others) {
    const table = await openTableApart(source, { sheet: other }).catch(() => undefined)
    if (table && recogniseFormat(kinds[kind], table.headings)) {
      first.close()
      return table
    }
    table?.close()
  }
  return first
}

async function recogniseTable(table: TableFile, { kind, source }: FileChoice) {
  const found = recogniseFormat(kinds[kind], table.headings)
  // Another sheet can be chosen.
  if (!found && table.sheets.length < 2) refuseOtherKinds(kind, table.headings)
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
  const { headings, sheets, sheet } = table
  return { kind, headings, sheets, sheet, format, ...recognised, sample }
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
  { shopId, actor }: Pick<WriteContext, 'shopId' | 'actor'>,
  { fileName, bytes }: Upload,
  recognised: RecognisedUpload,
): Promise<number> {
  await requireRoom(tx, shopId, bytes.length)
  const { id } = await tx
    .insertInto('data_import')
    .values({
      config_id: shopId,
      kind: recognised.kind,
      file_name: fileName,
      stored_bytes: bytes.length,
      ...(await readingOf(tx, shopId, recognised)),
      actor_id: actor.id,
      actor_name: actor.name,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (let from = 0, part = 0; from < bytes.length; from += PART_BYTES, part++) {
    await tx
      .insertInto('data_import_file')
      .values({ config_id: shopId, import_id: id, part, bytes: bytes.subarray(from, from + PART_BYTES) })
      .execute()
  }
  await wakeJob(tx)
  return id
}

/** How the file is read, and the step that follows. */
async function readingOf(tx: Transaction, shopId: number, recognised: RecognisedUpload) {
  const { kind, headings, sheets, sheet = null } = recognised
  const chosen = await findFormerReading(tx, shopId, recognised)
  const mapping = (chosen?.mapping as ColumnMapping | undefined) ?? recognised.mapping
  const dateOrder = recognised.dateOrder ?? chosen?.date_order ?? null
  const question =
    kinds[kind].missingColumn(mapping)?.message ??
    (recognised.ambiguousDate !== undefined && dateOrder === null
      ? `“${recognised.ambiguousDate.slice(0, 40)}” can be two days. Choose how dates are written`
      : undefined)
  return {
    headings,
    sheets,
    sheet,
    sample: JSON.stringify(recognised.sample),
    format: chosen?.format ?? recognised.format,
    mapping: JSON.stringify(mapping),
    decimal_mark: chosen?.decimal_mark ?? recognised.decimalMark,
    is_mark_sure: chosen?.is_mark_sure ?? recognised.isMarkSure,
    date_order: dateOrder,
    adds_option_to_skus: chosen?.adds_option_to_skus ?? false,
    state: question === undefined ? 'checking' : 'mapping',
    error: question ?? null,
  }
}

/**
 * How the latest file with these headings was read, if staff have chosen it. A few rows tell less than their whole file, so
 * refused rows that come again are read as that file was.
 */
async function findFormerReading(
  tx: Transaction,
  shopId: number,
  { kind, headings }: Pick<RecognisedUpload, 'kind' | 'headings'>,
) {
  const before = withoutReason(headings)
  return tx
    .selectFrom('data_import')
    .select(['format', 'mapping', 'decimal_mark', 'is_mark_sure', 'date_order', 'adds_option_to_skus'])
    .where('config_id', '=', shopId)
    .where('kind', '=', kind)
    .where(({ and, or, eb }) =>
      or([
        and([eb(sql`headings`, '=', sql`${headings}::text[]`), eb('is_mapping_chosen', '=', true)]),
        sql<boolean>`headings = ${before ?? null}::text[]`,
      ]),
    )
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Reads another sheet of the workbook from now on, and lets the job check it. AppError 409. */
export async function chooseSheet(
  tx: Transaction,
  shopId: number,
  id: number,
  recognised: RecognisedUpload,
): Promise<void> {
  await requireState(tx, shopId, id, mappableStates)
  await requireFile(tx, shopId, id)
  await tx
    .updateTable('data_import')
    .set({ ...(await readingOf(tx, shopId, recognised)), left_behind: '[]' })
    .where('config_id', '=', shopId)
    .where('id', '=', id)
    .execute()
  await wakeJob(tx)
}

/** Stores how the file is read, and lets the job check it again. AppError 400 or 409. */
export async function chooseMapping(
  tx: Transaction,
  shopId: number,
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
  const { headings, kind } = await requireState(tx, shopId, id, mappableStates)
  await requireFile(tx, shopId, id)
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
    .where('config_id', '=', shopId)
    .where('id', '=', id)
    .execute()
  await wakeJob(tx)
}

/** A deleted account takes the files with it that name its email. */
async function requireFile(tx: Transaction, shopId: number, id: number): Promise<void> {
  const { rows } = await sql`
    select from data_import_file where config_id = ${shopId} and import_id = ${id} limit 1`.execute(tx)
  if (rows.length === 0) throw new AppError(409, 'file_deleted', 'The file was deleted. Upload it again')
}

const invalid = (path: string, message: string) =>
  new AppError(400, 'invalid_input', message, [{ path, message }])
