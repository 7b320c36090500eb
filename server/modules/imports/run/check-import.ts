import { sql } from 'kysely'
import type { Database } from '#server/db/connect.ts'
import { openTableApart } from '#server/platform/table-files/open-table-apart.ts'
import { tableError, type TableRow } from '#server/platform/table-files/table.ts'
import type { Format } from '../formats/format.ts'
import { formatNamed } from '../formats/formats.ts'
import { withoutQuotes, type FileSettings } from '../formats/cell-reader.ts'
import type { ImportedRow, ImportKind } from './import-kind.ts'
import { limitWaiting } from './limit-waiting.ts'
import { fileParts, type PendingImport, type StepEnd } from './pending-import.ts'
import { refusalOf } from './run-import.ts'

const BATCH_SIZE = 25
const BATCH_CHARACTERS = 2 * 1024 * 1024
/** What is stored of a record is its row, its changes and its notes. */
const MIN_ROW_BYTES = 32 * 1024 * 1024
const MAX_ROW_BYTES_PER_BYTE = 8

interface Batch {
  rows: readonly ImportedRow[]
  /** Of the first row. */
  position: number
}

/**
 * The dry run: stores for each record of the file what the import will do with it. Changes no record. A run that was
 * interrupted begins again. An unreadable file ends the import with the reason.
 */
export async function checkImport(
  db: Database,
  pending: PendingImport,
  signal: AbortSignal,
  kind: ImportKind,
): Promise<StepEnd | undefined> {
  await deleteItems(db, pending)
  try {
    return await storeRecords(db, pending, signal, kind)
  } catch (error) {
    if (signal.aborted) return undefined
    // Trying again would fail again, and hold up all later imports.
    const reason = refusalOf(error)
    if (reason === undefined) throw error
    await deleteItems(db, pending)
    return { state: 'failed', error: reason, rowBytes: 0 }
  }
}

const deleteItems = (db: Database, { shopId, id }: PendingImport) =>
  db.deleteFrom('data_import_item').where('config_id', '=', shopId).where('import_id', '=', id).execute()

async function storeRecords(
  db: Database,
  pending: PendingImport,
  signal: AbortSignal,
  kind: ImportKind,
): Promise<StepEnd | undefined> {
  const table = await openTableApart(() => fileParts(db, pending), { sheet: pending.sheet, signal })
  try {
    const waiting = limitWaiting()
    const format = formatNamed(kind, pending.format)
    const left = leftBehind(table.headings, format, pending.settings)
    const found = format.read((pass) => {
      const all = withoutQuotes(table.rows())
      return pass === 'count' ? all : waiting.rows(left.count(all))
    }, pending.settings)
    const known = await kind.load(db, pending)
    const findTwice = duplicateFinder(kind, pending.settings)
    let rows: ImportedRow[] = []
    let position = 0
    let characters = 0
    let rowBytes = 0
    const maxBytes = await maxRowBytes(db, pending)
    const planBatch = async () => {
      rowBytes += await storePlans(db, pending, { rows, position }, { kind, known })
      if (rowBytes > maxBytes)
        throw tableError(
          `The rows of this file take more than ${Math.round(maxBytes / 2 ** 20)} MB, which is too much for its size. Split the file, or save it again as CSV.`,
        )
      position += rows.length
      rows = []
      characters = 0
    }
    for await (const row of found) {
      if (signal.aborted) return undefined
      characters += waiting.yielded(row)
      rows.push(findTwice(row))
      if (rows.length >= BATCH_SIZE || characters >= BATCH_CHARACTERS) await planBatch()
    }
    await planBatch()
    return { state: 'ready', rowBytes, leftBehind: left.list() }
  } finally {
    table.close()
  }
}

/** Counts the values of the columns that this format does not read. */
function leftBehind(headings: readonly string[], format: Format<ImportedRow>, { mapping }: FileSettings) {
  const mapped = new Set(Object.values(mapping))
  const others = headings.filter((heading) => !mapped.has(heading) && !format.reads?.(heading))
  const rowsOf = new Map<string, number>()
  return {
    async *count(rows: AsyncIterable<TableRow>): AsyncGenerator<TableRow> {
      for await (const row of rows) {
        for (const heading of others)
          if (row.cells[heading]) rowsOf.set(heading, (rowsOf.get(heading) ?? 0) + 1)
        yield row
      }
    },
    list: () =>
      others.flatMap((heading) => {
        const rows = rowsOf.get(heading)
        return rows === undefined ? [] : { heading, rows }
      }),
  }
}

/** Cells of a workbook may share texts, and each row is stored with its own. */
async function maxRowBytes(db: Database, { shopId, id }: PendingImport): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(length(bytes)), 0)::bigint as bytes from data_import_file
    where config_id = ${shopId} and import_id = ${id}`.execute(db)
  return Math.max(MIN_ROW_BYTES, MAX_ROW_BYTES_PER_BYTE * (rows[0]?.bytes ?? 0))
}

/** Adds a problem to a record whose key another one has. */
function duplicateFinder({ keysOf, separate }: ImportKind, settings: FileSettings) {
  const lines = new Map<string, number>()
  return (found: ImportedRow): ImportedRow => {
    const row = separate?.(found, (key) => lines.get(key), settings) ?? found
    const problems = keysOf(row).flatMap((key) => {
      const line = lines.get(key)
      if (line === undefined) lines.set(key, row.line)
      return line === undefined ? [] : [`The ${key} is also on line ${line}`]
    })
    return problems.length > 0 ? { ...row, problems: [...row.problems, ...problems] } : row
  }
}

/** Returns the bytes of what it stores. */
async function storePlans(
  db: Database,
  pending: PendingImport,
  { rows, position }: Batch,
  { kind, known }: { kind: ImportKind; known: unknown },
): Promise<number> {
  if (rows.length === 0) return 0
  const plans = await kind.plan(db, pending, rows, known)
  const values = rows.flatMap((row, i) => {
    const plan = plans[i]
    if (!plan) return []
    return {
      config_id: pending.shopId,
      import_id: pending.id,
      position: position + i,
      line: row.line,
      name: (plan.name ?? kind.nameOf(row)).slice(0, 200),
      content: JSON.stringify(row),
      outcome: plan.outcome,
      reason: plan.reason ?? null,
      changes: JSON.stringify(plan.changes),
      warnings: plan.warnings,
      notes: plan.notes,
    }
  })
  await db.insertInto('data_import_item').values(values).execute()
  return values.reduce((sum, { content, changes }) => sum + content.length + changes.length, 0)
}
