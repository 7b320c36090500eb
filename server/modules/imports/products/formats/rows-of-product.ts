import { splitCell } from '#contract/catalog/product-columns.ts'
import type { TableRow } from '#server/platform/table-files/table.ts'
import type { ProductColumn, ProductReader } from '../product-columns.ts'
import type { ImportedProduct } from '../imported-product.ts'
import type { RowSource } from '../../formats/format.ts'
import { parseFlag, type Remarks } from '../../formats/cell-reader.ts'
import { handleOf } from './handle.rules.ts'
import { identityOf, originOf } from './identity.rules.ts'
import { checkSpreadsheet, skuOf } from './spreadsheet.rules.ts'
import { stockOf } from './stock.rules.ts'
import { pricesBefore, saleTimesOf, toSale, type DiscountedVariant } from './discount.rules.ts'

/** The rows of one product, and its address. */
export interface RowGroup {
  handle: string
  /** Whether the handle is made from the name or the SKU, because the file has none. */
  isHandleDerived: boolean
  rows: TableRow[]
}

/**
 * The rows of each product, wherever they are in the file: those with the same handle or, without a handle, the same name. A
 * row with neither, nor a SKU, belongs to the row above. A product follows once its last row is read.
 */
export async function* groupRows(rows: RowSource, read: ProductReader): AsyncGenerator<RowGroup> {
  const skusOfName = await listSkusOfNames(rows('count'), read)
  const awaited = new Map<string, number>()
  for await (const { key } of keyedRows(rows('count'), read, skusOfName))
    awaited.set(key, (awaited.get(key) ?? 0) + 1)
  const open = new Map<string, RowGroup>()
  for await (const { key, row, ...handle } of keyedRows(rows(), read, skusOfName)) {
    const group = open.get(key) ?? { ...handle, rows: [] }
    group.rows.push(row)
    if (group.rows.length < (awaited.get(key) ?? 0)) open.set(key, group)
    else {
      open.delete(key)
      yield group
    }
  }
}

/** What follows the row above has its key. */
async function* keyedRows(
  rows: AsyncIterable<TableRow>,
  read: ProductReader,
  skusOfName: ReadonlyMap<string, ReadonlySet<string>>,
): AsyncGenerator<Omit<RowGroup, 'rows'> & { key: string; row: TableRow }> {
  let above: Omit<RowGroup, 'rows'> | undefined
  for await (const row of rows) {
    const name = read.text(row, 'name')
    const isShared = (skusOfName.get(name ?? '')?.size ?? 0) > 1
    above = handleOf({
      handle: read.text(row, 'handle'),
      name,
      sku: skuOf(row, read),
      isShared,
    }) ??
      above ?? { handle: `p-${row.line}`, isHandleDerived: true }
    yield { ...above, key: above.handle, row }
  }
}

/** Two articles of a list without handles and options may have one name. Their SKUs tell them apart. */
async function listSkusOfNames(rows: AsyncIterable<TableRow>, read: ProductReader) {
  const skus = new Map<string, Set<string>>()
  if (read.has('handle') || read.has('option1Value')) return skus
  for await (const row of rows) {
    const [name, sku] = [read.text(row, 'name'), skuOf(row, read)]
    if (name !== undefined && sku !== undefined) skus.set(name, (skus.get(name) ?? new Set()).add(sku))
  }
  return skus
}

const variantColumns: readonly ProductColumn[] = [
  'option1Value',
  'option2Value',
  'option3Value',
  'sku',
  'price',
  'stock',
]

/** A product from its rows. Its own values may stand on any of them; a row with images only is no variant. */
export function assembleProduct(
  { handle, isHandleDerived, rows }: RowGroup,
  read: ProductReader,
): ImportedProduct {
  const remarks: Remarks = { problems: [], notes: [] }
  const { problems, notes } = remarks
  const rowOf = (column: ProductColumn) => rows.find((row) => read.text(row, column) !== undefined)
  const text = (column: ProductColumn) => {
    const row = rowOf(column)
    return row && read.text(row, column)
  }
  const basisPoints = (column: ProductColumn) => {
    const row = rowOf(column)
    const percent = row && read.percent(row, column, remarks)
    return percent === undefined ? undefined : Math.round(percent * 100)
  }
  const weighed = rowOf('weight')
  const options = optionsOf(text)
  const variants = rows
    .filter((row, i) => i === 0 || variantColumns.some((column) => read.text(row, column) !== undefined))
    .map((row): DiscountedVariant => ({
      options: Object.fromEntries(options.map(({ name, values }) => [name, read.text(row, values) ?? ''])),
      sku: skuOf(row, read),
      ...rowPrices(row, read, remarks),
      ...stockOf(row, read, remarks),
      image: read.text(row, 'variantImage'),
      ...identityOf(row, read, remarks),
    }))
  const warnings = checkSpreadsheet(rows, read, remarks, (row) =>
    options.flatMap(({ values }) => read.text(row, values) ?? []),
  )
  const sale = read.has('compareAtPrice')
    ? toSale(variants, remarks)
    : { variants, ...saleOf(rows, read, remarks) }
  const status = text('status')?.toLowerCase()
  if (status !== undefined && !isStatus(status))
    problems.push(`“${status}” is not a status: use draft, live or archived`)
  const flag = parseFlag(text('isNew'))
  return {
    handle,
    isHandleDerived,
    line: rows[0]?.line ?? 0,
    lines: rows.map((row) => row.line),
    name: text('name'),
    status: isStatus(status) ? status : undefined,
    category: text('category'),
    subcategory: text('subcategory'),
    description: text('description'),
    options: options.map(({ name }) => name),
    offer: basisPoints('offer'),
    ...sale,
    gst: basisPoints('gst'),
    taxClass: text('taxClass'),
    ...originOf(text, { notes }),
    weight: weighed && read.grams(weighed, 'weight', remarks),
    isNew: flag,
    images: imagesOf(rows, read),
    specifications: splitCell(text('specifications') ?? '').flatMap((line) => pairOf(line, problems)),
    customFields: splitCell(text('customFields') ?? '').flatMap((line) => valueOf(line, problems)),
    searchTitle: text('searchTitle'),
    searchDescription: text('searchDescription'),
    problems,
    notes,
    warnings,
  }
}

/** The prices of a row: with the price before a discount, or with its sale price, where 0 means none. */
function rowPrices(row: TableRow, read: ProductReader, remarks: Remarks) {
  const price = read.price(row, 'price', remarks)
  if (read.has('compareAtPrice')) return pricesBefore(price, read.price(row, 'compareAtPrice', remarks))
  const salePrice = read.price(row, 'salePrice', remarks)
  return { price, salePrice: salePrice === 0 ? null : salePrice }
}

/** The times of the sale, on any of the rows. */
function saleOf(rows: readonly TableRow[], read: ProductReader, remarks: Remarks) {
  const timesOf = (column: 'saleStartsAt' | 'saleEndsAt') => {
    const row = rows.find((one) => read.text(one, column) !== undefined)
    return row && saleTimesOf(row, read, remarks)
  }
  return { saleStartsAt: timesOf('saleStartsAt')?.starts, saleEndsAt: timesOf('saleEndsAt')?.ends }
}

const optionColumns = [
  { column: 'option1Name', values: 'option1Value' },
  { column: 'option2Name', values: 'option2Value' },
  { column: 'option3Name', values: 'option3Value' },
] as const

/** The options that have values, with the column of their values. */
const optionsOf = (text: (column: ProductColumn) => string | undefined) =>
  optionColumns.flatMap(({ column, values }, i) =>
    text(values) === undefined ? [] : [{ name: text(column) ?? `Option ${i + 1}`, values }],
  )

const isStatus = (status: string | undefined): status is 'draft' | 'live' | 'archived' =>
  status === 'draft' || status === 'live' || status === 'archived'

function imagesOf(rows: readonly TableRow[], read: ProductReader): ImportedProduct['images'] {
  const images = rows.flatMap((row) => {
    const alts = splitCell(read.text(row, 'imageAlts') ?? '')
    return splitCell(read.text(row, 'images') ?? '').flatMap((url, i) =>
      url.trim() ? [{ url: url.trim(), alt: alts[i]?.trim() ?? '' }] : [],
    )
  })
  const variantImages = rows.flatMap((row) => {
    const url = read.text(row, 'variantImage')
    return url === undefined ? [] : [{ url, alt: '' }]
  })
  return [...new Map([...variantImages, ...images].map((image) => [image.url, image])).values()].toSorted(
    (a, b) => orderOf(images, a.url) - orderOf(images, b.url),
  )
}

/** Images that only a variant names come last. */
const orderOf = (images: readonly { url: string }[], url: string) => {
  const index = images.findIndex((image) => image.url === url)
  return index < 0 ? images.length : index
}

/** A custom field and its value, which may be empty. */
function valueOf(line: string, problems: string[]): { key: string; value: string }[] {
  if (!line.trim()) return []
  const [, key = '', value = ''] = /^\s*([a-z][a-z0-9_]*)\s*:(.*)$/s.exec(line) ?? []
  if (key) return [{ key, value: value.trim() }]
  problems.push(`“${line.slice(0, 40)}” is not a custom field: write “care: Wipe it dry”`)
  return []
}

function pairOf(line: string, problems: string[]): { name: string; description: string }[] {
  if (!line.trim()) return []
  const colon = line.indexOf(':')
  const [name, description] = [line.slice(0, colon).trim(), line.slice(colon + 1).trim()]
  if (colon > 0 && name && description) return [{ name, description }]
  problems.push(`“${line.slice(0, 40)}” is not a specification: write “Material: Oak”`)
  return []
}
