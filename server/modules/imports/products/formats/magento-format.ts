import type { TableRow } from '#server/platform/table-files/table.ts'
import type { ProductFormat, ProductReader } from '../product-columns.ts'
import type { ImportedProduct } from '../imported-product.ts'
import { createCellReader, type Remarks } from '../../formats/cell-reader.ts'
import { handleOf } from './handle.rules.ts'
import { checkSpreadsheet, skuOf } from './spreadsheet.rules.ts'
import { exemptNote, identityOf, originOf } from './identity.rules.ts'
import { pricesWithSale, saleTimesOf, toSale, type DiscountedVariant } from './discount.rules.ts'
import { mapHeadings } from '../../formats/format.ts'
import { magentoPaths } from './old-paths.rules.ts'
import { htmlToMarkdown } from './html-to-markdown.ts'

/**
 * The products file of Magento 2: a row per SKU; a configurable product lists the simple ones that it is sold as. Source:
 * https://experienceleague.adobe.com/en/docs/commerce-admin/systems/data-transfer/data-attributes-product
 */
export const magentoFormat: ProductFormat = {
  format: 'magento',
  recognises: (headings) =>
    headings.has('sku') && headings.has('product_type') && headings.has('attribute_set_code'),
  mapping: (headings) =>
    mapHeadings(headings, {
      handle: ['url_key'],
      name: ['name'],
      description: ['description'],
      category: ['categories'],
      sku: ['sku'],
      price: ['price'],
      salePrice: ['special_price'],
      saleStartsAt: ['special_price_from_date'],
      saleEndsAt: ['special_price_to_date'],
      stock: ['qty'],
      weight: ['weight'],
      searchTitle: ['meta_title'],
      searchDescription: ['meta_description'],
    }),
  async *read(rows, settings) {
    const read = createCellReader({ ...settings, mapping: { ...attributeColumns, ...settings.mapping } })
    const parentOf = await findParents(rows('count'))
    const children = new Map<string, TableRow>()
    const waiting = new Map<string, TableRow>()
    const isComplete = (row: TableRow) => variationsOf(row).every(({ sku }) => children.has(sku))
    const take = (row: TableRow) => {
      const found = variationsOf(row).flatMap((variation) => {
        const child = children.get(variation.sku)
        children.delete(variation.sku)
        return child ? [{ ...variation, row: child }] : []
      })
      return productOf(row, found, read)
    }
    for await (const written of rows()) {
      const row = withAttributes(written)
      // Rows of other store views repeat the product in another language.
      if (row.cells['store_view_code']) continue
      const sku = row.cells['sku'] ?? ''
      const parent = parentOf.get(sku)
      if (parent === undefined) {
        if (isComplete(row)) yield take(row)
        else waiting.set(sku, row)
        continue
      }
      children.set(sku, row)
      const complete = waiting.get(parent)
      if (complete && isComplete(complete)) {
        waiting.delete(parent)
        yield take(complete)
      }
    }
    for (const row of waiting.values()) yield take(row)
  },
}

/** Attributes that are columns here. A file may have each as a column of its own or in `additional_attributes`. */
const attributeColumns = {
  barcode: 'barcode',
  mpn: 'mpn',
  cost: 'cost',
  brand: 'manufacturer',
  origin: 'country_of_manufacture',
}
const barcodeCodes = ['barcode', 'gtin', 'ean', 'upc']
const taken = new Set([...barcodeCodes, ...Object.values(attributeColumns)])

/** The row with these attributes as cells. */
function withAttributes(row: TableRow): TableRow {
  const attributes = pairsOf(row.cells['additional_attributes'] ?? '').filter(([code]) => taken.has(code))
  const cells = { ...Object.fromEntries(attributes), ...row.cells }
  const barcode = barcodeCodes.map((code) => cells[code]).find(Boolean)
  return { ...row, cells: barcode ? { ...cells, barcode } : cells }
}

interface Variation {
  sku: string
  options: Record<string, string>
}

/** "sku=MH01-S,size=S,color=Black|sku=MH01-M,…" */
function variationsOf({ cells }: TableRow): Variation[] {
  return (cells['configurable_variations'] ?? '').split('|').flatMap((variation) => {
    const { sku, ...options } = Object.fromEntries(pairsOf(variation))
    return sku === undefined ? [] : [{ sku, options }]
  })
}

/** "color=Black,size=M", also if a value has a comma. */
const pairsOf = (list: string): [string, string][] =>
  list.split(/,(?=[\w-]+=)/).flatMap((pair) => {
    const equals = pair.indexOf('=')
    const [name, value] = [pair.slice(0, equals).trim(), pair.slice(equals + 1).trim()]
    return equals > 0 && value ? [[name, value]] : []
  })

/** The configurable product of each SKU that is a part of one. */
async function findParents(rows: AsyncIterable<TableRow>): Promise<Map<string, string>> {
  const parents = new Map<string, string>()
  for await (const row of rows) {
    for (const { sku } of variationsOf(row)) parents.set(sku, row.cells['sku'] ?? '')
  }
  return parents
}

function productOf(
  row: TableRow,
  variations: readonly (Variation & { row: TableRow })[],
  read: ProductReader,
): ImportedProduct {
  const { cells, line } = row
  const remarks: Remarks = { problems: [], notes: [] }
  const { problems, notes } = remarks
  const type = cells['product_type'] ?? 'simple'
  if (/grouped|bundle/.test(type)) problems.push(`Products of type “${type}” can’t be imported`)
  const labels = new Map(pairsOf(cells['configurable_variation_labels'] ?? ''))
  const labelOf = (code: string) => labels.get(code) ?? sentenceCase(code)
  const options = [...new Set(variations.flatMap((variation) => Object.keys(variation.options)))]
  const missing = variationsOf(row).length - variations.length
  if (missing > 0) problems.push(`${missing} of its variations are not in the file`)
  const sold = variations.length > 0 ? variations : [{ row, options: {} as Record<string, string> }]
  const sale = toSale(
    sold.map((one): DiscountedVariant => {
      const values = options.map((code) => [labelOf(code), one.options[code] ?? ''] as const)
      return { ...pricesOf(one.row, read, remarks), options: Object.fromEntries(values) }
    }),
    remarks,
  )
  const [path = ''] = (cells['categories'] ?? '').split(/,(?=[^/,]+\/)/)
  const [, category, ...below] = path.split('/')
  const files = [cells['base_image'], ...(cells['additional_images'] ?? '').split(',')].map(
    (file) => file?.trim() ?? '',
  )
  const urls = [...new Set(files)].filter((file) => /^https?:/.test(file))
  if (files.some((file) => file && !/^https?:/.test(file)))
    notes.push('Images without an address were left out. Write https://…/media/catalog/product before them.')
  return {
    ...(handleOf({
      handle: read.text(row, 'handle'),
      name: read.text(row, 'name'),
      sku: skuOf(row, read),
    }) ?? { handle: `p-${line}`, isHandleDerived: true }),
    line,
    oldPaths: magentoPaths(read.text(row, 'handle')),
    lines: [line, ...variations.map((one) => one.row.line)],
    name: read.text(row, 'name'),
    status: cells['product_online'] === '2' ? 'draft' : 'live',
    category: category?.trim() || undefined,
    subcategory: below.at(-1)?.trim() || undefined,
    description:
      htmlToMarkdown(read.text(row, 'description') ?? cells['short_description'] ?? '') || undefined,
    options: options.map(labelOf),
    ...sale,
    ...originOf((column) => read.text(row, column), { notes }),
    taxClass: taxClassOf(cells['tax_class_name'], notes),
    // Magento's weights are kilograms outside the United States.
    weight: read.grams(row, 'weight', remarks, 'kg'),
    images: urls.map((url) => ({ url, alt: url === files[0] ? (cells['base_image_label'] ?? '') : '' })),
    specifications: pairsOf(cells['additional_attributes'] ?? '')
      .filter(([code]) => !options.includes(code) && !taken.has(code))
      .map(([code, value]) => ({ name: sentenceCase(code), description: value.replaceAll('|', ', ') })),
    searchTitle: read.text(row, 'searchTitle'),
    searchDescription: read.text(row, 'searchDescription'),
    problems,
    notes,
    warnings: checkSpreadsheet([row, ...variations.map((one) => one.row)], read, remarks, () => []),
  }
}

function taxClassOf(name: string | undefined, notes: string[]): ImportedProduct['taxClass'] {
  if (name === 'None') {
    notes.push(exemptNote)
    return 'exempt'
  }
  if (name && name !== 'Taxable Goods')
    notes.push(`The tax class “${name}” was left out. Choose a tax class after the import.`)
  return undefined
}

function pricesOf(row: TableRow, read: ProductReader, remarks: Remarks) {
  const stock = read.amount(row, 'stock', { problems: [], notes: [] })
  const { manage_stock: manages, use_config_manage_stock: asConfigured } = row.cells
  const tracked = manages === '0' && asConfigured !== '1' ? false : undefined
  // 1: without a word to the customer, 2: with one.
  const takesBackorders = /^[12]$/.test(row.cells['allow_backorders'] ?? '')
  const sellWhenSoldOut = takesBackorders && row.cells['use_config_backorders'] !== '1'
  return {
    sku: skuOf(row, read),
    ...identityOf(row, read, remarks),
    ...pricesWithSale(read.price(row, 'price', remarks), read.price(row, 'salePrice', remarks)),
    saleTimes: saleTimesOf(row, read, remarks),
    // Quantities have four decimals: 100.0000.
    stock: stock === undefined || tracked === false ? undefined : Math.floor(stock),
    ...(tracked !== undefined && { tracked }),
    ...(sellWhenSoldOut && { sellWhenSoldOut }),
  }
}

/** "care_instructions" as "Care instructions". */
const sentenceCase = (code: string) => {
  const words = code.replaceAll('_', ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
