import type { ProductState, VariantInput } from '#server/modules/catalog/index.ts'
import { formatAmount } from '#server/modules/pricing/index.ts'
import type { ImportedProduct } from '../imported-product.ts'
import type { FieldChange } from '../../run/import-kind.ts'
import { DEFAULT_CATEGORY, type Lookups, type StoredProduct } from './product-plan.ts'

interface Context {
  lookups: Lookups
  /** ISO 4217 */
  currency: string
}

/** The changes of stock, in units. */
export function stockChanges(variants: readonly VariantInput[], { available }: StoredProduct): FieldChange[] {
  return variants.flatMap(({ id, stock, options = {} }) => {
    const before = available.get(id ?? 0) ?? 0
    if (stock === undefined || id === undefined || stock === before) return []
    return [{ field: `Stock${labelOf(options)}`, before: String(before), after: String(stock) }]
  })
}

/** " (Sage / Small)", or nothing for a simple product. */
export const labelOf = (options: Record<string, string>) => {
  const values = Object.values(options).join(' / ')
  return values ? ` (${values})` : ''
}

const labels: Record<string, string> = {
  name: 'Name',
  description: 'Description',
  categoryId: 'Category',
  subcategoryId: 'Subcategory',
  status: 'Status',
  isNew: 'New',
  offer: 'Offer %',
  saleStartsAt: 'Sale starts',
  saleEndsAt: 'Sale ends',
  gst: 'GST %',
  taxClass: 'Tax class',
  hsn: 'HSN or commodity code',
  brand: 'Brand',
  origin: 'Country of origin',
  weight: 'Weight (g)',
  options: 'Options',
  images: 'Images',
  specifications: 'Specifications',
  searchTitle: 'Search title',
  searchDescription: 'Search description',
}

/** Why a tax class of the file cannot be taken. */
export function unknownTaxClass({ taxClass }: ImportedProduct, { lookups }: Context): string | undefined {
  if (!taxClass || lookups.taxClasses.has(taxClass.toLowerCase())) return undefined
  return `There is no tax class “${taxClass.slice(0, 40)}”. Settings › Tax has the classes of the shop.`
}

/** What a new product will be, in words. */
export function describeNew(
  imported: ImportedProduct,
  variants: readonly VariantInput[],
  { currency }: Context,
) {
  const prices = variants.map(({ price }) => formatAmount(price, currency, 'en'))
  const fields = [
    ['Category', [imported.category ?? DEFAULT_CATEGORY, imported.subcategory].filter(Boolean).join(' › ')],
    ['Variants', String(variants.length)],
    ['Price', [...new Set(prices)].slice(0, 4).join(', ')],
    ['Stock', stockText(variants)],
    ['Images', imported.images.length > 0 ? String(imported.images.length) : ''],
  ] as const
  return fields.flatMap(([field, after]) => (after ? [{ field, before: '', after }] : []))
}

/** The units of the variants whose stock is counted. */
function stockText(variants: readonly VariantInput[]): string {
  const counted = variants.filter(({ tracked }) => tracked !== false)
  if (counted.length === 0) return 'Not counted'
  return String(counted.reduce((sum, { stock = 0 }) => sum + stock, 0))
}

/** A changed field with its values before and after, in words. */
export function describeField(
  field: keyof ProductState,
  before: ProductState,
  after: ProductState,
  context: Context,
): FieldChange[] {
  if (field === 'variants') return describeVariants(before, after, context)
  const format = (state: ProductState) => valueText(field, state, context.lookups)
  return [{ field: labels[field] ?? field, before: format(before), after: format(after) }]
}

const yesNo = (flag: boolean) => (flag ? 'Yes' : 'No')

/** Longer texts are cut. */
const MAX_SHOWN_CHARACTERS = 200

function valueText(field: keyof ProductState, state: ProductState, { names }: Lookups): string {
  const value = state[field]
  if (field === 'categoryId' || field === 'subcategoryId') {
    if (value === null) return ''
    return names.get(`${field === 'categoryId' ? 'category' : 'subcategory'} ${Number(value)}`) ?? 'New'
  }
  if (field === 'offer' || field === 'gst') return String(Number(value) / 100)
  if (field === 'isNew') return yesNo(value === true)
  if (field === 'images') return `${state.images.length}`
  if (field === 'options') return state.options.join(', ')
  if (field === 'specifications') {
    const lines = state.specifications.map(
      (pair) => `${names.get(`specification ${pair.specificationId}`) ?? 'New'}: ${pair.description}`,
    )
    return lines.join('\n').slice(0, MAX_SHOWN_CHARACTERS)
  }
  return (typeof value === 'string' || typeof value === 'number' ? String(value) : '').slice(
    0,
    MAX_SHOWN_CHARACTERS,
  )
}

function describeVariants(before: ProductState, after: ProductState, { currency }: Context): FieldChange[] {
  const former = new Map(before.variants.map((variant) => [variant.id, variant]))
  return after.variants.flatMap((variant): FieldChange[] => {
    const label = labelOf(variant.options)
    const was = former.get(variant.id)
    const price = (minor: number | null) => (minor === null ? '' : formatAmount(minor, currency, 'en'))
    if (!was) return [{ field: `Variant${label}`, before: '', after: price(variant.price) }]
    const fields = [
      [`Price${label}`, price(was.price), price(variant.price)],
      [`Sale price${label}`, price(was.salePrice), price(variant.salePrice)],
      [`SKU${label}`, was.sku ?? '', variant.sku ?? ''],
      [`Barcode${label}`, was.barcode ?? '', variant.barcode ?? ''],
      [`MPN${label}`, was.mpn ?? '', variant.mpn ?? ''],
      [`Shelf${label}`, was.shelf ?? '', variant.shelf ?? ''],
      [`Cost${label}`, price(was.cost), price(variant.cost)],
      [`Options${label}`, labelOf(was.options), label],
      [`Image${label}`, was.image ?? '', variant.image ?? ''],
      [`Count stock${label}`, yesNo(was.tracked), yesNo(variant.tracked)],
      [`Sell when sold out${label}`, yesNo(was.sellWhenSoldOut), yesNo(variant.sellWhenSoldOut)],
    ] as const
    return fields.flatMap(([field, from, to]) => (from === to ? [] : [{ field, before: from, after: to }]))
  })
}
