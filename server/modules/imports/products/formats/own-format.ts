import { productColumns } from '#contract/catalog/product-columns.ts'
import { createCellReader } from '../../formats/cell-reader.ts'
import { mapHeadings } from '../../formats/format.ts'
import type { ProductColumn, ProductFormat } from '../product-columns.ts'
import type { ImportedProduct } from '../imported-product.ts'
import { assembleProduct, groupRows } from './rows-of-product.ts'

/** Headings that suppliers use, for files of no known system. */
const synonyms: Partial<Record<ProductColumn, readonly string[]>> = {
  handle: ['Slug', 'URL key'],
  name: ['Product name', 'Product', 'Title', 'Article', 'Item'],
  description: ['Long description', 'Details', 'Text'],
  category: ['Product category', 'Type', 'Group'],
  sku: ['Article number', 'Item number', 'Code', 'Product code', 'SKU code'],
  price: ['Unit price', 'Retail price', 'MRP', 'Selling price', 'Sale price'],
  stock: ['Quantity', 'Qty', 'Inventory', 'Available'],
  weight: ['Weight', 'Grams'],
  images: ['Image', 'Image URL', 'Picture', 'Photo'],
  barcode: ['GTIN', 'EAN', 'UPC', 'ISBN', 'EAN code', 'EAN-13', 'GTIN, UPC, EAN, or ISBN'],
  mpn: ['Manufacturer part number', 'Part number', 'Manufacturer number'],
  shelf: ['Bin', 'Bin location', 'Storage location', 'Stock location'],
  cost: ['Cost per item', 'Cost price', 'Purchase price', 'Unit cost'],
  brand: ['Manufacturer', 'Vendor', 'Brands', 'Make'],
  origin: ['Country of manufacture', 'Made in'],
  hsn: ['HSN', 'HS code', 'HSN/SAC', 'Commodity code', 'Customs tariff number'],
  gst: ['GST', 'Tax', 'Tax %', 'VAT'],
}

/** The headings of each column: that of this shop first. */
const known: Partial<Record<ProductColumn, readonly string[]>> = Object.fromEntries(
  Object.entries(productColumns).map(([column, { heading }]) => [
    column,
    [heading, ...(synonyms[column as ProductColumn] ?? [])],
  ]),
)

/** The products file of this shop; also any other table with a row per product or variant. */
export const ownFormat: ProductFormat = {
  format: 'haat',
  recognises: (headings) => headings.has('handle') && headings.has('option 1 name'),
  mapping: (headings) => {
    const { salePrice, ...mapping } = mapHeadings<ProductColumn>(headings, known)
    // A file without another price means the price.
    return salePrice === undefined || mapping.price === salePrice ? mapping : { ...mapping, salePrice }
  },
  async *read(rows, settings) {
    const read = createCellReader(settings)
    for await (const group of groupRows(rows, read)) yield refuseTotal(assembleProduct(group, read))
  },
}

const totals =
  /^(?:grand total|sub-?total|totals?|sum|summe|gesamt(?:summe)?|total général|totale|totaal|suma|итого|razem|कुल)[:.]?$/i

/** Lists end with a line of sums. */
function refuseTotal(product: ImportedProduct): ImportedProduct {
  if (!totals.test(product.name ?? '') || product.variants.some(({ sku }) => sku !== undefined))
    return product
  const problem = `“${product.name}” looks like the sum of the list, not like a product`
  return { ...product, problems: [problem, ...product.problems] }
}
