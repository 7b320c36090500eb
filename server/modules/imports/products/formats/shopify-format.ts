import type { TableRow } from '#server/platform/table-files/table.ts'
import type { ProductColumn, ProductFormat } from '../product-columns.ts'
import type { ImportedProduct } from '../imported-product.ts'
import { createCellReader, parseFlag, type ColumnMapping } from '../../formats/cell-reader.ts'
import { mapHeadings } from '../../formats/format.ts'
import { exemptNote } from './identity.rules.ts'
import { htmlToMarkdown } from './html-to-markdown.ts'
import { shopifyPaths } from './old-paths.rules.ts'
import { assembleProduct, groupRows } from './rows-of-product.ts'

/**
 * The products file of Shopify, in the headings of its exports and of its newer template. Source:
 * https://help.shopify.com/en/manual/products/import-export/using-csv
 */
export const shopifyFormat: ProductFormat = {
  format: 'shopify',
  recognises: (headings) =>
    (headings.has('handle') || headings.has('url handle')) &&
    headings.has('title') &&
    (headings.has('variant price') || headings.has('option1 value')),
  mapping: (headings) =>
    mapHeadings(headings, {
      handle: ['Handle', 'URL handle'],
      name: ['Title'],
      description: ['Body (HTML)', 'Description'],
      category: ['Type', 'Product category'],
      option1Name: ['Option1 Name'],
      option1Value: ['Option1 Value'],
      option2Name: ['Option2 Name'],
      option2Value: ['Option2 Value'],
      option3Name: ['Option3 Name'],
      option3Value: ['Option3 Value'],
      sku: ['Variant SKU', 'SKU'],
      barcode: ['Variant Barcode', 'Barcode'],
      mpn: ['Google Shopping / MPN'],
      cost: ['Cost per item'],
      brand: ['Vendor'],
      price: ['Variant Price', 'Price'],
      compareAtPrice: ['Variant Compare At Price', 'Compare-at price'],
      stock: ['Variant Inventory Qty', 'Inventory quantity'],
      tracked: ['Variant Inventory Tracker', 'Inventory tracker'],
      sellWhenSoldOut: ['Variant Inventory Policy', 'Continue selling when out of stock'],
      weight: ['Variant Grams', 'Weight value (grams)'],
      images: ['Image Src', 'Product image URL'],
      imageAlts: ['Image Alt Text'],
      variantImage: ['Variant Image', 'Variant image URL'],
      searchTitle: ['SEO Title'],
      searchDescription: ['SEO Description'],
    }),
  reads: (heading) => readHeadings.has(heading.toLowerCase()) || metafield.test(heading),
  async *read(rows, settings) {
    const read = createCellReader(settings)
    for await (const group of groupRows(rows, read)) {
      const prepared = group.rows
        .map((row) => prepare(row, settings.mapping))
        .toSorted((a, b) => positionOf(a) - positionOf(b))
      const [first] = group.rows
      yield {
        ...finish(assembleProduct({ ...group, rows: prepared }, read), prepared),
        oldPaths: shopifyPaths(first && read.text(first, 'handle')),
      }
    }
  },
}

/** What is read besides the mapped columns. */
const readHeadings = new Set([
  'status',
  'published',
  'published on online store',
  'gift card',
  'product category',
  'tags',
  'variant taxable',
  'charge tax',
  'image position',
])
const metafield = /^(.+?) \(product\.metafields\.[\w-]+\.[\w-]+\)$/

/** Shopify's values as this shop writes them. */
function prepare(row: TableRow, { tracked, sellWhenSoldOut }: ColumnMapping<ProductColumn>): TableRow {
  const cells = { ...row.cells }
  // The tracker names who counts the stock: Shopify, another service, or nobody.
  if (tracked !== undefined) cells[tracked] = cells[tracked] ? 'yes' : 'no'
  if (sellWhenSoldOut !== undefined && cells[sellWhenSoldOut])
    cells[sellWhenSoldOut] = /^(continue|true|yes|1)$/i.test(cells[sellWhenSoldOut]) ? 'yes' : 'no'
  return { ...row, cells }
}

/** Rows stay in order, except those of images with a position. */
const positionOf = ({ cells }: TableRow) => {
  const isImageOnly = !cells['Option1 Value'] && !cells['Option1 value'] && !cells['Title']
  return isImageOnly ? Number(cells['Image Position'] ?? cells['Image position'] ?? 0) || 0 : 0
}

function finish(product: ImportedProduct, rows: readonly TableRow[]): ImportedProduct {
  const [first] = product.variants
  const isSimple =
    product.options.length === 1 && product.options[0] === 'Title' && product.variants.length === 1
  const simple = isSimple && first ? { options: [], variants: [{ ...first, options: {} }] } : {}
  const cells = rows[0]?.cells ?? {}
  const category = product.category ?? lastPart(cells['Product Category'] ?? cells['Product category'])
  return {
    ...product,
    ...simple,
    category: lastPart(category),
    description: product.description === undefined ? undefined : htmlToMarkdown(product.description),
    specifications: specificationsOf(cells),
    ...withStatus({ ...product, ...taxClassOf(rows, product.notes) }, cells),
  }
}

/** Older exports have no status; `Published` tells whether the online shop shows a product. */
function withStatus(
  { notes, problems, taxClass }: Pick<ImportedProduct, 'notes' | 'problems' | 'taxClass'>,
  cells: TableRow['cells'],
): Pick<ImportedProduct, 'status' | 'notes' | 'problems' | 'taxClass'> {
  const published = parseFlag(cells['Published'] ?? cells['Published on online store'])
  const status = cells['Status']?.toLowerCase() ?? ''
  const found = { notes, problems, taxClass }
  if (parseFlag(cells['Gift Card'] ?? cells['Gift card'])) {
    const note = 'Gift cards are not sold here yet, so it comes in as a draft'
    return { ...found, status: 'draft', notes: [...notes, note] }
  }
  if (status === 'unlisted') {
    const note = 'It is unlisted in the file, so it comes in as a draft'
    return { ...found, status: 'draft', notes: [...notes, note] }
  }
  if (status === 'archived' || status === 'draft') return { ...found, status }
  if (status !== '' && status !== 'active') {
    const problem = `“${status.slice(0, 40)}” under Status is not known: use active, draft or archived`
    return { ...found, status: undefined, problems: [...problems, problem] }
  }
  const isShown = published ?? (status === 'active' ? true : undefined)
  return { ...found, status: isShown === undefined ? undefined : isShown ? 'live' : 'draft' }
}

/** "Apparel & Accessories > Clothing > Shirts" is a place in Shopify's own list of categories. */
const lastPart = (category: string | undefined) => category?.split(' > ').at(-1)?.trim() || undefined

/** Not taxable is exempt. Shopify says it of each variant; here the product has one class. */
function taxClassOf(
  rows: readonly TableRow[],
  notes: readonly string[],
): Pick<ImportedProduct, 'taxClass' | 'notes'> {
  const taxed = rows.flatMap(({ cells }) => parseFlag(cells['Variant Taxable'] ?? cells['Charge tax']) ?? [])
  if (!taxed.includes(false)) return { notes: [...notes] }
  if (!taxed.includes(true)) return { taxClass: 'exempt', notes: [...notes, exemptNote] }
  return { notes: [...notes, 'Some of its variants are not taxable. Here a product is taxed as a whole.'] }
}

/** Tags and metafields: "Fabric (product.metafields.custom.fabric)". */
function specificationsOf(cells: TableRow['cells']): ImportedProduct['specifications'] {
  return Object.entries(cells).flatMap(([heading, value]) => {
    if (!value) return []
    if (heading === 'Tags') return [{ name: heading, description: value.slice(0, 1000) }]
    const [, name] = metafield.exec(heading) ?? []
    return name === undefined ? [] : [{ name: name.slice(0, 200), description: value.slice(0, 1000) }]
  })
}
