import type { TableRow } from '#server/platform/table-files/table.ts'
import type { ProductColumn, ProductFormat } from '../product-columns.ts'
import type { ImportedProduct } from '../imported-product.ts'
import { createCellReader, parseFlag, type ColumnMapping } from '../../formats/cell-reader.ts'
import { mapHeadings } from '../../formats/format.ts'
import { exemptNote } from './identity.rules.ts'
import { htmlToMarkdown } from './html-to-markdown.ts'
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
      status: ['Status'],
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
  async *read(rows, settings) {
    const read = createCellReader(settings)
    for await (const { handle, rows: group } of groupRows(rows(), read)) {
      const prepared = group
        .map((row) => prepare(row, settings.mapping))
        .toSorted((a, b) => positionOf(a) - positionOf(b))
      yield finish(assembleProduct(handle, prepared, read), prepared)
    }
  },
}

/** Shopify's values as this shop writes them. */
function prepare(
  row: TableRow,
  { status, tracked, sellWhenSoldOut }: ColumnMapping<ProductColumn>,
): TableRow {
  const cells = { ...row.cells }
  if (status !== undefined && cells[status]) {
    const isHidden = parseFlag(cells['Published'] ?? cells['Published on online store']) === false
    const isActive = /^active$/i.test(cells[status])
    cells[status] = isActive ? (isHidden ? 'draft' : 'live') : cells[status].toLowerCase()
  }
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
    ...taxClassOf(rows, product.notes),
  }
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
    const [, name] = /^(.+?) \(product\.metafields\.[\w-]+\.[\w-]+\)$/.exec(heading) ?? []
    return name === undefined ? [] : [{ name: name.slice(0, 200), description: value.slice(0, 1000) }]
  })
}
