import { formatNamed, recogniseFormat, recogniseSettings } from '../../formats/formats.ts'
import type { RowSource } from '../../formats/format.ts'
import type { ImportedProduct } from '../imported-product.ts'
import { productKind } from '../product-kind.ts'
import { openTable } from '#server/platform/table-files/table-file.ts'

interface Watch {
  source?: (rows: RowSource) => RowSource
  yielded?: (product: ImportedProduct) => void
}

/** Reads the lines of a file of products as an import of a shop in India does. Only tests do that. */
export async function readProductFile(
  lines: readonly string[],
  { source = (rows) => rows, yielded = () => {} }: Watch = {},
) {
  const table = await openTable(Buffer.from(lines.join('\n')))
  const format = recogniseFormat(productKind, table.headings) ?? formatNamed(productKind, 'haat')
  const recognised = await recogniseSettings(table, format.mapping(table.headings), productKind)
  const settings = { ...recognised, currency: 'INR', timeZone: 'Asia/Kolkata' }
  const products: ImportedProduct[] = []
  const rows = source(() => table.rows())
  for await (const product of format.read(rows, settings)) {
    yielded(product)
    products.push(product)
  }
  return { format: format.format, settings, products }
}

/** The products alone. */
export const readProducts = async (...lines: string[]) => (await readProductFile(lines)).products
