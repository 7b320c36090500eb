import type { TableRow } from '#server/platform/table-files/table.ts'
import type { ProductColumn, ProductFormat, ProductReader } from '../product-columns.ts'
import type { ImportedProduct } from '../imported-product.ts'
import { createCellReader, type Remarks } from '../../formats/cell-reader.ts'
import { handleOf } from './handle.rules.ts'
import { checkSpreadsheet, skuOf } from './spreadsheet.rules.ts'
import { identityOf } from './identity.rules.ts'
import { pricesWithSale, saleTimesOf, toSale, type DiscountedVariant } from './discount.rules.ts'
import { mapHeadings, type RowSource } from '../../formats/format.ts'
import { woocommercePaths } from './old-paths.rules.ts'
import { htmlToMarkdown } from './html-to-markdown.ts'
import { englishHeading, withEnglishHeadings } from './woocommerce-headings.ts'
import {
  attributesOf,
  brandOf,
  gramsOf,
  noteVariation,
  splitCommas,
  statusOf,
  taxClassOf,
  wooStockOf,
} from './woocommerce-values.rules.ts'

/**
 * The products file of WooCommerce: a row per product, and one per variation that names its parent. Source:
 * https://github.com/woocommerce/woocommerce/wiki/Product-CSV-Import-Schema
 */
export const woocommerceFormat: ProductFormat = {
  format: 'woocommerce',
  recognises(headings) {
    const english = new Set([...headings].map(englishHeading))
    return english.has('Type') && english.has('Regular price') && english.has('Name')
  },
  mapping(headings) {
    const written = new Map(headings.map((heading) => [englishHeading(heading) ?? heading, heading]))
    const english = mapHeadings([...written.keys()], {
      handle: ['Slug'],
      name: ['Name'],
      description: ['Description'],
      category: ['Categories'],
      sku: ['SKU'],
      barcode: ['GTIN, UPC, EAN, or ISBN'],
      mpn: ['MPN'],
      cost: ['Cost of goods'],
      price: ['Regular price'],
      salePrice: ['Sale price'],
      saleStartsAt: ['Date sale price starts'],
      saleEndsAt: ['Date sale price ends'],
      stock: ['Stock'],
      images: ['Images'],
      weight: [...written.keys()].filter((heading) => /^weight \(\p{L}+\)$/iu.test(heading)),
      rowType: ['Type'],
      parent: ['Parent'],
      published: ['Published'],
    })
    return Object.fromEntries(
      Object.entries(english).map(([column, heading]) => [column, written.get(heading) ?? heading]),
    )
  },
  reads: (heading) => readHeadings.test(englishHeading(heading) ?? heading),
  async *read(fileRows, settings) {
    const mapping = Object.fromEntries(
      Object.entries(settings.mapping).map(([column, heading]) => [
        column,
        englishHeading(heading) ?? heading,
      ]),
    )
    const read = createCellReader<ProductColumn>({ ...settings, mapping })
    const rows: RowSource = (pass) => rowsOf(fileRows(pass), mapping)
    const { awaited, names } = await countRows(rows('count'), read)
    const open = new Map<string, { parent?: TableRow; variations: TableRow[] }>()
    for await (const row of rows()) {
      const type = row.cells['Type']?.toLowerCase() ?? ''
      const keys = type === 'variation' ? [parentKey(row)] : keysOf(row, read)
      const key = keys.find((one) => one !== undefined && awaited.has(one))
      if (key === undefined) {
        yield productOf(row, [], read, names)
        continue
      }
      const family: { parent?: TableRow; variations: TableRow[] } = open.get(key) ?? { variations: [] }
      open.set(key, family)
      if (type === 'variation') family.variations.push(row)
      else if (family.parent) {
        const problem = `Line ${family.parent.line} has the same SKU, so nobody knows whose the variations are`
        yield { ...productOf(row, [], read, names), problems: [problem] }
        continue
      } else family.parent = row
      if (family.parent && family.variations.length === awaited.get(key)) {
        open.delete(key)
        yield productOf(family.parent, family.variations, read, names)
      }
    }
    for (const { parent, variations } of open.values()) {
      const [first] = variations
      if (parent) yield productOf(parent, variations, read, names)
      else if (first) {
        const problem = `The product ${first.cells['Parent']} of this variation is not in the file`
        yield { ...productOf(first, variations, read, names), problems: [problem] }
      }
    }
  },
}

/** What is read besides the mapped columns. */
const readHeadings =
  /^(?:ID|Is featured\?|Visibility in catalog|Short description|Date sale price (?:starts|ends)|Tax (?:status|class)|In stock\?|Backorders allowed\?|Tags|Brands|Attribute \d+ .+)$/

/** The rows in English, with what staff have mapped by hand under the headings that are read here. */
async function* rowsOf(rows: AsyncIterable<TableRow>, mapping: Partial<Record<string, string>>) {
  const byHand = (
    [
      ['rowType', 'Type'],
      ['parent', 'Parent'],
      ['published', 'Published'],
    ] as const
  ).flatMap(([column, heading]) => {
    const written = mapping[column]
    return written === undefined || written === heading ? [] : [[heading, written] as const]
  })
  for await (const row of rows) {
    const english = withEnglishHeadings(row)
    const mapped = byHand.map(([heading, written]) => [heading, english.cells[written] ?? ''] as const)
    yield mapped.length === 0
      ? english
      : { ...english, cells: { ...english.cells, ...Object.fromEntries(mapped) } }
  }
}

/**
 * Variations may be far from their product, so their number tells when a product is complete. Products may have the same name,
 * so its number tells when it is no address.
 */
async function countRows(rows: AsyncIterable<TableRow>, read: ProductReader) {
  const awaited = new Map<string, number>()
  const names = new Map<string, number>()
  const count = (counts: Map<string, number>, key: string | undefined) =>
    key !== undefined && counts.set(key, (counts.get(key) ?? 0) + 1)
  for await (const row of rows) {
    if (row.cells['Type']?.toLowerCase() === 'variation') count(awaited, parentKey(row))
    else count(names, read.text(row, 'name'))
  }
  return { awaited, names }
}

/** A variation names its product by SKU or as "id:12". */
const parentKey = ({ cells }: TableRow) => cells['Parent'] || undefined
const keysOf = (row: TableRow, read: ProductReader) => [
  read.text(row, 'sku'),
  row.cells['ID'] ? `id:${row.cells['ID']}` : undefined,
]

function productOf(
  row: TableRow,
  variations: readonly TableRow[],
  read: ProductReader,
  names: ReadonlyMap<string, number>,
): ImportedProduct {
  const { cells, line } = row
  const remarks: Remarks = { problems: [], notes: [] }
  const { problems, notes } = remarks
  const name = read.text(row, 'name')
  const isShared = (names.get(name ?? '') ?? 0) > 1
  const attributes = attributesOf(row)
  const options = [
    ...new Set(variations.flatMap((one) => attributesOf(one).map((attribute) => attribute.name))),
  ]
  const sold = variations.length > 0 ? variations : [row]
  for (const one of variations) noteVariation(one, options, notes)
  const warnings = checkSpreadsheet([row, ...variations], read, remarks, (one) =>
    attributesOf(one).flatMap(({ name: option, values }) => (options.includes(option) ? values : [])),
  )
  const sale = toSale(
    sold.map((one) => variantOf(one, options, read, remarks)),
    remarks,
  )
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
    ...(handleOf({
      handle: read.text(row, 'handle'),
      name,
      sku: skuOf(row, read),
      id: cells['ID'],
      isShared,
    }) ?? { handle: `p-${line}`, isHandleDerived: true }),
    line,
    oldPaths: woocommercePaths(read.text(row, 'handle'), isShared ? undefined : name),
    // The first variation stands in for a product that is not in the file.
    lines: [...new Set([line, ...variations.map((one) => one.line)])],
    name,
    status: statusOf(row, notes),
    category: category || undefined,
    subcategory: deeper.at(-1) ?? subcategory,
    description: [short, long].filter(Boolean).join('\n\n') || undefined,
    options,
    ...sale,
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
    warnings,
  }
}

function variantOf(
  row: TableRow,
  options: readonly string[],
  read: ProductReader,
  remarks: Remarks,
): DiscountedVariant {
  const values = new Map(attributesOf(row).map((attribute) => [attribute.name, attribute.values]))
  return {
    options: Object.fromEntries(options.map((option) => [option, values.get(option) || 'Any'])),
    sku: skuOf(row, read),
    ...pricesWithSale(read.price(row, 'price', remarks), read.price(row, 'salePrice', remarks)),
    saleTimes: saleTimesOf(row, read, remarks),
    ...wooStockOf(row, read, remarks),
    ...identityOf(row, read, remarks),
    image: options.length > 0 ? splitCommas(read.text(row, 'images') ?? '')[0] : undefined,
  }
}

/** WooCommerce writes line breaks as the two characters `\n`. */
const unescapeBreaks = (html: string | undefined) => (html ?? '').replaceAll('\\n', '<br>')
