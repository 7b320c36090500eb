import type { Part } from '#web/dashboard/edit-conflict/conflicts.ts'
import { filled, newVariant, variantName, type VariantDraft } from '../variants/combinations.ts'
import type { ProductDraft } from './product-draft.ts'
import { inputOf } from './product-input.ts'

const priceAndVariants = 'Price, options and variants'

/** The parts of a product that two people may edit at once. */
export const productParts: readonly Part<ProductDraft>[] = [
  { name: 'Name', fields: ['productname'], auditFields: ['name'] },
  {
    name: 'Description',
    fields: ['productdescription'],
    auditFields: ['description'],
    text: ({ productdescription }) => productdescription || 'None',
  },
  {
    name: 'Category',
    fields: ['productcategoryid', 'productsubcategoryid'],
    auditFields: ['categoryId', 'subcategoryId'],
    text: (draft) => (draft.productsubcategoryid ? 'Another category or subcategory' : 'Another category'),
    compare: (draft) => `${draft.productcategoryid} ${draft.productsubcategoryid}`,
  },
  {
    name: priceAndVariants,
    fields: ['productprice', 'options', 'variants'],
    auditFields: ['variants', 'options', 'stock'],
    text: variantsText,
    compare: sent('productprice', 'options', 'variants'),
  },
  {
    name: 'Offer',
    fields: ['productoffer'],
    auditFields: ['offer'],
    text: (draft) => `${draft.productoffer}%`,
  },
  {
    name: 'Sale dates',
    fields: ['sale_starts_at', 'sale_ends_at'],
    auditFields: ['saleStartsAt', 'saleEndsAt'],
    text: ({ sale_starts_at: starts, sale_ends_at: ends }) =>
      [starts && `from ${starts}`, ends && `until ${ends}`].filter(Boolean).join(' ') || 'None',
  },
  { name: 'GST', fields: ['productgst'], auditFields: ['gst'], text: (draft) => `${draft.productgst}%` },
  { name: 'Tax class', fields: ['taxclass'], auditFields: ['taxClass'] },
  { name: 'Commodity code', fields: ['hsn'] },
  { name: 'Brand', fields: ['brand'], text: ({ brand }) => brand || 'None' },
  { name: 'Country of origin', fields: ['origin'], text: ({ origin }) => origin || 'None' },
  {
    name: 'Weight',
    fields: ['productweight'],
    auditFields: ['weight'],
    text: (draft) => `${draft.productweight} g`,
  },
  {
    name: 'New',
    fields: ['is_new'],
    auditFields: ['isNew'],
    text: (draft) => (draft.is_new ? 'New' : 'Not new'),
  },
  { name: 'Status', fields: ['status'] },
  {
    name: 'Images',
    fields: ['images'],
    text: ({ images }) => (images.length === 1 ? '1 image' : `${images.length} images`),
    compare: sent('images'),
  },
  {
    name: 'Specifications',
    fields: ['specifications'],
    text: (draft) => draft.specifications.map(({ description }) => description).join('; ') || 'None',
    compare: sent('productspecification'),
  },
  { name: 'URL handle', fields: ['slug'] },
  {
    name: 'Search title',
    fields: ['search_title'],
    auditFields: ['searchTitle'],
    text: (draft) => draft.search_title || 'None',
  },
  {
    name: 'Search description',
    fields: ['search_description'],
    auditFields: ['searchDescription'],
    text: (draft) => draft.search_description || 'None',
  },
]

/**
 * Keeps the stored stock of variants that the form did not change, because orders may have changed it. Variants that
 * somebody else deleted become new ones.
 */
export function keepStoredStock(
  merged: ProductDraft,
  { start, theirs, taken }: { start: ProductDraft; theirs: ProductDraft; taken: ReadonlySet<string> },
): ProductDraft {
  if (taken.has(priceAndVariants)) return merged
  const stockOf = (draft: ProductDraft) => new Map(draft.variants.map(({ id, stock }) => [id, stock]))
  const [before, now] = [stockOf(start), stockOf(theirs)]
  const variants = merged.variants.map((variant) => {
    const { id, ...rest } = variant
    if (id === undefined) return variant
    if (!now.has(id)) return rest
    const isUnchanged = before.get(id) === variant.stock
    return isUnchanged ? { ...variant, stock: now.get(id) ?? variant.stock } : variant
  })
  return { ...merged, variants }
}

/** Compares what would be sent, because the keys of list entries differ between two forms. */
function sent(...fields: (keyof ReturnType<typeof inputOf>)[]) {
  return (draft: ProductDraft) => {
    const input = inputOf(draft)
    return JSON.stringify(fields.map((field) => input[field] ?? ''))
  }
}

function stockText({ stock, tracked, sellWhenSoldOut }: VariantDraft | undefined = newVariant()): string {
  if (!tracked) return 'stock not counted'
  return `${stock} in stock${sellWhenSoldOut ? ', sold when sold out' : ''}`
}

function variantsText({ options, variants, productprice }: ProductDraft): string {
  if (filled(options).length === 0) return `${productprice}, ${stockText(variants[0])}`
  return variants
    .filter(({ offered }) => offered)
    .map((variant) => {
      const price = variant.price || productprice
      return `${variantName(options, variant)}: ${price}, ${stockText(variant)}`
    })
    .join('; ')
}
