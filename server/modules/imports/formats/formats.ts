import { importKinds } from '#contract/imports/kinds.ts'
import type { TableFile } from '#server/platform/table-files/table-file.ts'
import type { ImportedRow, ImportKind } from '../run/import-kind.ts'
import { recogniseDecimalMark } from './amount.rules.ts'
import { isAmbiguousDate, recogniseDateOrder } from './date.rules.ts'
import type { ColumnMapping, FileSettings } from './cell-reader.ts'
import type { Format } from './format.ts'

type Formats<Row extends ImportedRow> = Pick<ImportKind<Row>, 'formats'>

/** The format of this kind that a file with these headings has; undefined if it is of no known system. */
export function recogniseFormat<Row extends ImportedRow>(
  { formats }: Formats<Row>,
  headings: readonly string[],
): Format<Row> | undefined {
  const lower = new Set(headings.map((heading) => heading.toLowerCase()))
  return formats.find((format) => format.recognises(lower))
}

/** The format with this name; the last one of the kind if it has none of this name. */
export function formatNamed<Row extends ImportedRow>({ formats }: Formats<Row>, name: string): Format<Row> {
  const found = formats.find(({ format }) => format === name) ?? formats.at(-1)
  if (!found) throw new Error('Each kind of import has a format')
  return found
}

const SAMPLED_ROWS = 200

/** A file's own settings and its first rows. */
export interface RecognisedFile extends FileSettings {
  sample: Record<string, string>[]
  /** A date that can be two days, if the file does not tell which. */
  ambiguousDate: string | undefined
}

/** How the file is read if staff change nothing. */
export async function recogniseSettings(
  table: TableFile,
  mapping: ColumnMapping,
  { kind, amountColumns }: Pick<ImportKind, 'kind' | 'amountColumns'>,
): Promise<RecognisedFile> {
  const amounts: string[] = []
  const dates: string[] = []
  const sample: Record<string, string>[] = []
  let count = 0
  for await (const { cells } of table.rows()) {
    if (sample.length < 3) sample.push({ ...cells })
    amounts.push(...amountColumns.flatMap((column) => cells[mapping[column] ?? ''] || []))
    dates.push(...importKinds[kind].dateColumns.flatMap((column) => cells[mapping[column] ?? ''] || []))
    if (++count >= SAMPLED_ROWS) break
  }
  const { mark, isSure } = recogniseDecimalMark(amounts)
  const dateOrder = recogniseDateOrder(dates)
  return {
    mapping,
    decimalMark: mark,
    isMarkSure: isSure,
    dateOrder,
    addsOptionToSkus: false,
    sample,
    ambiguousDate: dateOrder === undefined ? dates.find(isAmbiguousDate) : undefined,
  }
}
