import { makeSlug } from '#server/modules/catalog/index.ts'
import type { TableRow } from '#server/platform/table-files/table.ts'
import type { ProductFormat, ProductReader } from '../product-columns.ts'
import type { ImportedProduct } from '../imported-product.ts'
import { createCellReader, parseFlag, type Remarks } from '../../formats/cell-reader.ts'
import { exemptNote, identityOf, originOf } from './identity.rules.ts'
import { stockOf } from './stock.rules.ts'
import { toOffer, type DiscountedVariant } from './discount.rules.ts'
import { mapHeadings } from '../../formats/format.ts'
import { htmlToMarkdown } from './html-to-markdown.ts'

/**
 * The products file of WooCommerce: a row per product, and one per variation that names its parent. Source:
 * https://github.com/woocommerce/woocommerce/wiki/Product-CSV-Import-Schema
 */
export const woocommerceFormat: ProductFormat = {
  format: 'woocommerce',
  recognises: (headings) => headings.has('type') && headings.has('regular price') && headings.has('name'),
  mapping: (headings) =>
    mapHeadings(headings, {
      handle: ['Slug'],
      name: ['Name'],
      description: ['Description'],
      category: ['Categories'],
      sku: ['SKU'],
      barcode: ['GTIN, UPC, EAN, or ISBN'],
      mpn: ['MPN'],
      cost: ['Cost of goods'],
      price: ['Regular price'],
      stock: ['Stock'],
      images: ['Images'],
      weight: headings.filter((heading) => /^weight \(\w+\)$/i.test(heading)),
    }),
  async *read(rows, settings) {
    const read = createCellReader(settings)
    const awaited = await countVariations(rows())
    const handles = new Map<string, number>()
    const open = new Map<string, { parent?: TableRow; variations: TableRow[] }>()
    for await (const row of rows()) {
      const type = row.cells['Type']?.toLowerCase() ?? ''
      const keys = type === 'variation' ? [parentKey(row)] : keysOf(row, read)
      const key = keys.find((one) => one !== undefined && awaited.has(one))
      if (key === undefined) {
        yield productOf(row, [], read, handles)
        continue
      }
      const family: { parent?: TableRow; variations: TableRow[] } = open.get(key) ?? { variations: [] }
      open.set(key, family)
      if (type === 'variation') family.variations.push(row)
      else family.parent = row
      if (family.parent && family.variations.length === awaited.get(key)) {
        open.delete(key)
        yield productOf(family.parent, family.variations, read, handles)
      }
    }
    for (const { parent, variations } of open.values()) {
      const [first] = variations
      if (parent) yield productOf(parent, variations, read, handles)
      else if (first) {
        const problem = `The product ${first.cells['Parent']} of this variation is not in the file`
        yield { ...productOf(first, variations, read, handles), problems: [problem] }
      }
    }
  },
}

/** Variations may be far from their product, so their number tells when a product is complete. */
async function countVariations(rows: AsyncIterable<TableRow>): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  for await (const row of rows) {
    const key = row.cells['Type']?.toLowerCase() === 'variation' ? parentKey(row) : undefined
    if (key !== undefined) counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return counts
}

/** A variation names its product by SKU or as "id:12". */
const parentKey = ({ cells }: TableRow) => cells['Parent'] || undefined
const keysOf = (row: TableRow, read: ProductReader) => [
  read.text(row, 'sku'),
  row.cells['ID'] ? `id:${row.cells['ID']}` : undefined,
]

interface Attribute {
  name: string
  values: string
}

function attributesOf({ cells }: TableRow): Attribute[] {
  return Object.keys(cells).flatMap((heading) => {
    const [, number] = /^Attribute (\d+) name$/.exec(heading) ?? []
    const name = number === undefined ? '' : (cells[heading] ?? '')
    return name ? [{ name, values: cells[`Attribute ${number} value(s)`] ?? '' }] : []
  })
}

function productOf(
  row: TableRow,
  variations: readonly TableRow[],
  read: ProductReader,
  handles: Map<string, number>,
): ImportedProduct {
  const { cells, line } = row
  const remarks: Remarks = { problems: [], notes: [] }
  const { problems, notes } = remarks
  const name = read.text(row, 'name')
  const attributes = attributesOf(row)
  const options = [
    ...new Set(variations.flatMap((one) => attributesOf(one).map((attribute) => attribute.name))),
  ]
  const sold = variations.length > 0 ? variations : [row]
  const discount = toOffer(sold.map((one) => variantOf(one, options, read, remarks)))
  if (discount.note) notes.push(discount.note)
  const type = cells['Type']?.toLowerCase() ?? ''
  if (/grouped|external/.test(type)) problems.push(`Products of type “${type}” can’t be imported`)
  const [first = '', ...others] = splitCommas(read.text(row, 'category') ?? '')
  if (others.length > 0) notes.push(`Only the first category is kept: ${first}`)
  const [category, subcategory, ...deeper] = first.split('>').map((part) => part.trim())
  const [short, long] = [
    htmlToMarkdown(unescapeBreaks(cells['Short description'])),
    htmlToMarkdown(unescapeBreaks(read.text(row, 'description'))),
  ]
  const urls = [row, ...variations].flatMap((one) => splitCommas(read.text(one, 'images') ?? ''))
  return {
    handle: uniqueHandle(makeSlug(read.text(row, 'handle') ?? name ?? '', `line-${line}`), handles),
    line,
    name,
    status: parseFlag(cells['Published']) ? 'live' : 'draft',
    category: category || undefined,
    subcategory: deeper.at(-1) ?? subcategory,
    description: [short, long].filter(Boolean).join('\n\n') || undefined,
    options,
    variants: discount.variants,
    offer: discount.offer,
    ...brandOf(row, notes),
    taxClass: taxClassOf(row, notes),
    weight: gramsOf(row, read, remarks),
    images: [...new Set(urls)].map((url) => ({ url, alt: '' })),
    specifications: [
      ...attributes
        .filter((attribute) => !options.includes(attribute.name) && attribute.values)
        .map((attribute) => ({ name: attribute.name, description: attribute.values })),
      ...(cells['Tags'] ? [{ name: 'Tags', description: cells['Tags'] }] : []),
    ],
    problems,
    notes,
  }
}

function variantOf(
  row: TableRow,
  options: readonly string[],
  read: ProductReader,
  remarks: Remarks,
): DiscountedVariant {
  const values = new Map(attributesOf(row).map((attribute) => [attribute.name, attribute.values]))
  const regular = read.price(row, 'price', remarks)
  const sale = row.cells['Sale price'] ? priceOf(row, 'Sale price', read, remarks) : undefined
  return {
    options: Object.fromEntries(options.map((option) => [option, values.get(option) || 'Any'])),
    sku: read.text(row, 'sku'),
    price: sale ?? regular,
    compareAt: sale === undefined ? undefined : regular,
    ...wooStockOf(row, read, remarks),
    ...identityOf(row, read, remarks),
    image: options.length > 0 ? splitCommas(read.text(row, 'images') ?? '')[0] : undefined,
  }
}

/**
 * An empty Stock means that WooCommerce does not manage it, and "In stock?" says 1, 0 or `backorder`. A variation with the stock
 * `parent` shares it with others, which this shop cannot express.
 */
function wooStockOf(row: TableRow, read: ProductReader, remarks: Remarks) {
  const sellWhenSoldOut = /^(1|yes|true|notify)$/i.test(row.cells['Backorders allowed?'] ?? '')
  const status = row.cells['In stock?']?.toLowerCase() ?? ''
  const stock = read.text(row, 'stock')
  if (stock?.toLowerCase() === 'parent') {
    remarks.notes.push('Its variants share their stock. Enter the stock of each after the import.')
    return { tracked: true, sellWhenSoldOut, stock: 0 }
  }
  if (stock !== undefined) return stockOf(row, read, remarks, { tracked: true, sellWhenSoldOut })
  if (/^(on)?backorder$/.test(status)) return { tracked: true, sellWhenSoldOut: true, stock: 0 }
  if (parseFlag(status) === false || status === 'outofstock')
    return { tracked: true, sellWhenSoldOut, stock: 0 }
  const isKnown = read.has('stock') && (parseFlag(status) === true || status === 'instock')
  return isKnown ? { tracked: false, sellWhenSoldOut: false } : { sellWhenSoldOut }
}

/** The first brand, of those that WooCommerce separates by commas, with those below it: "Acme > Outdoor". */
function brandOf({ cells }: TableRow, notes: string[]) {
  const [brand, ...others] = splitCommas(cells['Brands'] ?? '')
  if (others.length > 0) notes.push(`Only the first brand is kept: ${brand}`)
  return originOf((column) => (column === 'brand' ? brand?.split('>').at(-1)?.trim() : undefined), { notes })
}

/** A class of this shop for WooCommerce's tax status and class. Others stay behind with a note. */
function taxClassOf({ cells }: TableRow, notes: string[]): ImportedProduct['taxClass'] {
  const status = cells['Tax status']?.toLowerCase()
  if (status === 'none' || status === 'shipping') {
    notes.push(exemptNote)
    return 'exempt'
  }
  const taxClass = cells['Tax class']?.toLowerCase()
  if (taxClass === 'zero-rate') return 'zero'
  if (taxClass === 'reduced-rate') return 'reduced'
  if (taxClass && taxClass !== 'standard' && taxClass !== 'parent')
    notes.push(`The tax class “${taxClass}” was left out. Choose a tax class after the import.`)
  return undefined
}

/** The price in a column that stands beside the regular one. */
function priceOf(row: TableRow, heading: string, read: ProductReader, remarks: Remarks): number | undefined {
  const price = { ...row, cells: { ...row.cells, 'Regular price': row.cells[heading] ?? '' } }
  return read.price(price, 'price', remarks)
}

/** "Weight (lbs)" names its unit. */
function gramsOf(row: TableRow, read: ProductReader, remarks: Remarks): number | undefined {
  const unit = Object.keys(row.cells).flatMap((heading) => /^weight \((\w+)\)$/i.exec(heading)?.[1] ?? [])[0]
  return read.grams(row, 'weight', remarks, unit ?? 'kg')
}

/** WooCommerce writes a comma inside a value as `\,`. */
const splitCommas = (cell: string): string[] =>
  cell
    .split(/(?<!\\),/)
    .map((part) => part.replaceAll('\\,', ',').trim())
    .filter(Boolean)

/** WooCommerce writes line breaks as the two characters `\n`. */
const unescapeBreaks = (html: string | undefined) => (html ?? '').replaceAll('\\n', '<br>')

/** Names are not unique. The second "Mug" becomes "mug-2", in the same way each time. */
function uniqueHandle(handle: string, handles: Map<string, number>): string {
  const count = (handles.get(handle) ?? 0) + 1
  handles.set(handle, count)
  return count === 1 ? handle : `${handle}-${count}`
}
