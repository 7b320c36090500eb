import { mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { ExportFormat } from '#contract/list-export.ts'
import type { RequestContext, Route } from '#server/http/route.ts'
import { csvLines, csvMark } from '#server/modules/reports/index.ts'
import { writeXlsx } from '#server/platform/xlsx.ts'
import type { ExportedList, ExportValue } from './columns.ts'

/** Rows read by one call of the list. */
const PAGE_SIZE = 500
/** Pages of a large shop take longer than a page of the dashboard may. */
const PAGE_TIMEOUT_MS = 30_000

type Batches = AsyncIterable<readonly (readonly ExportValue[])[]>

interface ListFile {
  source: Route
  /** The columns of the file by their ids. */
  columns: ExportedList['columns']
  /** The input of the list without its page. */
  query: object
  format: ExportFormat
}

/**
 * Reads all pages of a list at one moment and answers them as a stream. The rows wait in a temporary file, so that a slow
 * reader keeps no transaction open, and memory stays the same for any number of rows.
 */
export async function writeList(
  context: RequestContext,
  { source, columns, query, format }: ListFile,
): Promise<AsyncIterable<Uint8Array>> {
  const folder = await mkdtemp(join(tmpdir(), 'haat-list-'))
  const path = join(folder, 'rows')
  try {
    await context.db.transaction().execute(async (db) => {
      await sql`set transaction isolation level repeatable read, read only`.execute(db)
      await sql`set local statement_timeout = ${sql.lit(PAGE_TIMEOUT_MS)}`.execute(db)
      const rows = readRows(source, query, { ...context, db }, columns)
      if (format === 'xlsx') await writeXlsx(path, withHeadings(columns, rows))
      else if (format === 'csv')
        await writeFile(path, toCsv(withHeadings(columns, rows), context.shop.currency))
      else await writeFile(path, toJsonLines(Object.keys(columns), rows))
    })
    const file = await open(path)
    return file.createReadStream()
  } finally {
    // An open file can be read to its end.
    await rm(folder, { recursive: true, force: true })
  }
}

async function* readRows(
  source: Route,
  query: object,
  context: RequestContext,
  columns: ExportedList['columns'],
): Batches {
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone: context.shop.timeZone,
    dateStyle: 'short',
    timeStyle: 'short',
  })
  const at = (iso: string) => format.format(new Date(iso))
  for (let page = 1; ; page++) {
    const { data } = (await source.handle({ ...query, page, limit: PAGE_SIZE }, context)) as {
      data: unknown[]
    }
    if (data.length > 0) yield data.map((row) => Object.values(columns).map(({ value }) => value(row, at)))
    if (data.length < PAGE_SIZE) return
  }
}

async function* withHeadings(columns: ExportedList['columns'], rows: Batches): Batches {
  yield [Object.values(columns).map(({ heading }) => heading)]
  yield* rows
}

async function* toCsv(rows: Batches, currency: string): AsyncGenerator<string> {
  yield csvMark
  for await (const batch of rows) yield csvLines(batch, currency)
}

async function* toJsonLines(ids: readonly string[], rows: Batches): AsyncGenerator<string> {
  for await (const batch of rows) {
    yield batch
      .map((row) => `${JSON.stringify(Object.fromEntries(row.map((value, index) => [ids[index], value])))}\n`)
      .join('')
  }
}
