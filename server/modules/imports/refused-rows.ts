import { writeFile } from 'node:fs/promises'
import type { ImportSummary } from '#contract/imports/import.ts'
import type { Database } from '#server/db/connect.ts'
import { csvLines, csvMark } from '#server/platform/table-files/write-csv.ts'
import { limitConcurrency } from '#server/platform/concurrency.ts'
import { openTableApart } from '#server/platform/table-files/open-table-apart.ts'
import { streamWritten } from '#server/platform/temporary-file.ts'
import { listRefusedRows } from './import.queries.ts'
import { fileParts } from './run/pending-import.ts'

/** The column that a file of refused rows has behind those of its file; the second, if the file has the first. */
const reasonHeadings = ['Reason', 'Refused because'] as const

/** Each file that is being read has a process of its own. */
const exporting = limitConcurrency(2)

/**
 * The rows of the refused and failed records as a CSV file, with the order, columns and values of the file. Staff can correct
 * it and import it again. The last column has the reason, on the first row of each record. Without the original file it has
 * the line, name and reason.
 */
export async function exportRefused(
  db: Database,
  shopId: number,
  found: Pick<ImportSummary, 'id' | 'sheet' | 'headings' | 'mapping' | 'emptied_at'>,
): Promise<AsyncIterable<Uint8Array>> {
  const hasFile = found.emptied_at === null && (await isStored(db, shopId, found.id))
  const table = hasFile ? wholeRows(db, shopId, found) : knownRows(db, shopId, found)
  return exporting.run(() => streamWritten((path) => writeFile(path, table)))
}

/** A deleted account takes the files with it that name its email. */
async function isStored(db: Database, shopId: number, id: number): Promise<boolean> {
  const part = await db
    .selectFrom('data_import_file')
    .select('part')
    .where('config_id', '=', shopId)
    .where('import_id', '=', id)
    .limit(1)
    .executeTakeFirst()
  return part !== undefined
}

async function* knownRows(db: Database, shopId: number, { id }: { id: number }): AsyncGenerator<string> {
  const refused = await listRefusedRows(db, shopId, id)
  const lines = refused.map(({ line, name, reason }) => [line, name, reason ?? ''])
  yield csvMark + csvLines([['Line', 'Name', reasonHeadings[0]], ...lines])
}

async function* wholeRows(
  db: Database,
  shopId: number,
  { id, sheet, headings: stored, mapping }: Pick<ImportSummary, 'id' | 'sheet' | 'headings' | 'mapping'>,
): AsyncGenerator<string> {
  const reasons = new Map<number, string>()
  for (const { line, lines, reason } of await listRefusedRows(db, shopId, id)) {
    const [first = line, ...others] = (lines ?? [line]).toSorted((a, b) => a - b)
    reasons.set(first, reason ?? '')
    for (const other of others) reasons.set(other, '')
  }
  const isOwn = Object.values(mapping).includes(stored.at(-1) ?? '')
  const headings = (isOwn ? undefined : withoutReason(stored)) ?? stored
  const [reason, otherReason] = reasonHeadings
  const last = headings.includes(reason) ? otherReason : reason
  yield csvMark + csvLines([[...headings, last]])
  const table = await openTableApart(() => fileParts(db, { shopId, id }), { sheet: sheet ?? undefined })
  try {
    for await (const { line, cells } of table.rows()) {
      const text = reasons.get(line)
      if (text === undefined) continue
      yield csvLines([[...headings.map((heading) => cells[heading] ?? ''), text]])
    }
  } finally {
    table.close()
  }
}

/** The headings of the file that a file of refused rows was made of; undefined for a file of another kind. */
export function withoutReason(headings: readonly string[]): string[] | undefined {
  const isRefused = reasonHeadings.some((heading) => heading === headings.at(-1))
  return isRefused ? headings.slice(0, -1) : undefined
}
