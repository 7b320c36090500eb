import { writeFile } from 'node:fs/promises'
import { sql } from 'kysely'
import type { ExportFormat } from '#contract/export/list-export.ts'
import type { PersonalContext, Route } from '#server/http/route.ts'
import { csvLines, csvMark } from '#server/platform/table-files/write-csv.ts'
import { writeXlsx } from '#server/platform/table-files/write-xlsx.ts'
import { streamWritten } from '#server/platform/temporary-file.ts'
import type { ExportValue } from './columns.ts'

/** Rows read by one call of the list. */
const PAGE_SIZE = 500
/** Pages of a large shop take longer than a page of the dashboard may. */
const PAGE_TIMEOUT_MS = 30_000

type Batches = AsyncIterable<readonly (readonly ExportValue[])[]>

/** What a file shows of a list. */
export interface Layout {
  headings: readonly string[]
  /** The names of the values in JSON lines. */
  keys: readonly string[]
  /** The rows of the file for a page of the list. */
  rows(context: PersonalContext, listed: readonly unknown[]): Promise<ExportValue[][]>
}

interface ListFile {
  source: Route
  layout: Layout
  /** The input of the list without its page. */
  query: object
  format: ExportFormat
}

/**
 * Reads all pages of a list at one moment and returns them as a stream. The rows wait in a temporary file. So a slow reader
 * keeps no transaction open, and memory stays the same for any number of rows.
 */
export async function writeList(
  context: PersonalContext,
  { source, layout, query, format }: ListFile,
): Promise<AsyncIterable<Uint8Array>> {
  return streamWritten((path) =>
    context.db.transaction().execute(async (db) => {
      await sql`set transaction isolation level repeatable read, read only`.execute(db)
      await sql`set local statement_timeout = ${sql.lit(PAGE_TIMEOUT_MS)}`.execute(db)
      const rows = readRows(source, query, { ...context, db }, layout)
      if (format === 'xlsx') await writeXlsx(path, withHeadings(layout, rows))
      else if (format === 'csv') await writeFile(path, toCsv(withHeadings(layout, rows)))
      else await writeFile(path, toJsonLines(layout.keys, rows))
    }),
  )
}

async function* readRows(source: Route, query: object, context: PersonalContext, layout: Layout): Batches {
  for (let page = 1; ; page++) {
    const { data } = (await source.handle({ ...query, page, limit: PAGE_SIZE }, context)) as {
      data: unknown[]
    }
    if (data.length > 0) yield await layout.rows(context, data)
    if (data.length < PAGE_SIZE) return
  }
}

async function* withHeadings({ headings }: Layout, rows: Batches): Batches {
  yield [headings]
  yield* rows
}

async function* toCsv(rows: Batches): AsyncGenerator<string> {
  yield csvMark
  for await (const batch of rows) yield csvLines(batch)
}

async function* toJsonLines(ids: readonly string[], rows: Batches): AsyncGenerator<string> {
  for await (const batch of rows) {
    yield batch
      .map((row) => `${JSON.stringify(Object.fromEntries(row.map((value, index) => [ids[index], value])))}\n`)
      .join('')
  }
}
