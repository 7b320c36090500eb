import type { TableFile } from '#server/platform/table-files/table-file.ts'
import { recogniseDecimalMark } from './amount.rules.ts'
import type { ColumnMapping, ReadSettings } from './cell-reader.ts'
import type { Format } from './format.ts'
import { magentoFormat } from './magento-format.ts'
import { ownFormat } from './own-format.ts'
import { shopifyFormat } from './shopify-format.ts'
import { woocommerceFormat } from './woocommerce-format.ts'

/** The known formats; the last one also reads tables of no known system. */
const formats: readonly Format[] = [shopifyFormat, woocommerceFormat, magentoFormat, ownFormat]

/** The format of a file with these headings. */
export function recogniseFormat(headings: readonly string[]): Format {
  const lower = new Set(headings.map((heading) => heading.toLowerCase()))
  return formats.find((format) => format.recognises(lower)) ?? ownFormat
}

/** The format with this name. */
export const formatNamed = (name: string): Format =>
  formats.find(({ format }) => format === name) ?? ownFormat

const SAMPLED_ROWS = 200

/** How the file is read if staff change nothing. */
export async function recogniseSettings(
  table: TableFile,
  mapping: ColumnMapping,
): Promise<ReadSettings & { sample: Record<string, string>[] }> {
  const amounts: string[] = []
  const sample: Record<string, string>[] = []
  let count = 0
  for await (const { cells } of table.rows()) {
    if (sample.length < 3) sample.push({ ...cells })
    for (const column of ['price', 'compareAtPrice', 'offer', 'gst'] as const) {
      const cell = cells[mapping[column] ?? '']
      if (cell) amounts.push(cell)
    }
    if (++count >= SAMPLED_ROWS) break
  }
  return { mapping, decimalMark: recogniseDecimalMark(amounts), sample }
}
