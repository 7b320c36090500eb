import type { ApiError } from '../../lib/api.ts'
import type { Clash } from '../meanwhile/clashes.ts'
import { filled, variantName } from './combinations.ts'
import type { ProductDraft } from './product-draft.ts'
import { inputOf } from './product-wire.ts'

/** What two people may have changed at once: fields of the form that belong together. */
const parts = [
  ['Name', ['productname']],
  ['Description', ['productdescription']],
  ['Category', ['productcategoryid', 'productsubcategoryid']],
  ['Price, options and variants', ['productprice', 'options', 'variants']],
  ['Offer', ['productoffer']],
  ['GST', ['productgst']],
  ['Weight', ['productweight']],
  ['New', ['is_new']],
  ['Status', ['status']],
  ['Pictures', ['pictures']],
  ['Specifications', ['specifications']],
  ['Address', ['slug']],
  ['Search title', ['search_title']],
  ['Search description', ['search_description']],
] as const satisfies readonly (readonly [string, readonly (keyof ProductDraft)[]])[]

type Part = (typeof parts)[number][0]

/** What the journal calls the fields of a part, where it is not their first one. */
const journal: Partial<Record<Part, string[]>> = {
  Name: ['name'],
  Description: ['description'],
  Category: ['categoryId', 'subcategoryId'],
  'Price, options and variants': ['variants', 'options', 'stock'],
  Offer: ['offer'],
  GST: ['gst'],
  Weight: ['weight'],
  New: ['isNew'],
  'Search title': ['searchTitle'],
  'Search description': ['searchDescription'],
}

/** What somebody else has changed since the form was opened (`start`), beside what stands in it (`mine`). */
export function findClashes(
  start: ProductDraft,
  theirs: ProductDraft,
  mine: ProductDraft,
  issues: ApiError['issues'] = [],
): Clash[] {
  return parts
    .filter(([part]) => said(theirs, part) !== said(start, part) && said(theirs, part) !== said(mine, part))
    .map(([part, fields]) => ({
      part,
      who: issues.find(({ path }) => (journal[part] ?? [...fields]).includes(path))?.message ?? '',
      theirs: inWords(theirs, part),
      mine: inWords(mine, part),
      both: said(mine, part) !== said(start, part),
    }))
}

/**
 * The form with what was chosen: of the parts in `taken` what they have saved, else what stands here. Stock that was not
 * touched here is theirs, and variants that they took away are made anew.
 */
export function merge(
  start: ProductDraft,
  theirs: ProductDraft,
  mine: ProductDraft,
  taken: ReadonlySet<string>,
): ProductDraft {
  const merged = { ...mine }
  for (const [part, fields] of parts) {
    if (taken.has(part))
      Object.assign(merged, Object.fromEntries(fields.map((field) => [field, theirs[field]])))
  }
  if (taken.has('Price, options and variants')) return merged
  const stockOf = (draft: ProductDraft) => new Map(draft.variants.map(({ id, stock }) => [id, stock]))
  const [before, now] = [stockOf(start), stockOf(theirs)]
  const variants = merged.variants.map((variant) => {
    const { id, ...rest } = variant
    if (id === undefined) return variant
    if (!now.has(id)) return rest
    const untouched = before.get(id) === variant.stock
    return untouched ? { ...variant, stock: now.get(id) ?? variant.stock } : variant
  })
  return { ...merged, variants }
}

const wire = {
  'Price, options and variants': ['productprice', 'options', 'variants'],
  Pictures: ['pictures'],
  Specifications: ['productspecification'],
} as const

/** A part as it would be sent, so that keys of the form make no difference. */
function said(draft: ProductDraft, part: Part): string {
  const input: Record<string, unknown> = { ...inputOf(draft) }
  const fields =
    part in wire ? wire[part as keyof typeof wire] : (parts.find(([name]) => name === part)?.[1] ?? [])
  return JSON.stringify(fields.map((field) => input[field] ?? ''))
}

function inWords(draft: ProductDraft, part: Part): string {
  switch (part) {
    case 'Price, options and variants': {
      if (filled(draft.options).length === 0)
        return `${draft.productprice}, ${draft.variants[0]?.stock ?? 0} in stock`
      return draft.variants
        .filter(({ offered }) => offered)
        .map(
          (variant) =>
            `${variantName(draft.options, variant)}: ${variant.price || draft.productprice}, ${variant.stock} in stock`,
        )
        .join('; ')
    }
    case 'Pictures':
      return draft.pictures.length === 1 ? '1 picture' : `${draft.pictures.length} pictures`
    case 'Specifications':
      return draft.specifications.map(({ description }) => description).join('; ') || 'None'
    case 'Category':
      return draft.productsubcategoryid ? 'Another category or subcategory' : 'Another category'
    case 'New':
      return draft.is_new ? 'New' : 'Not new'
    case 'Name':
      return draft.productname
    case 'Description':
      return draft.productdescription || 'None'
    case 'Offer':
      return `${draft.productoffer} %`
    case 'GST':
      return `${draft.productgst} %`
    case 'Weight':
      return `${draft.productweight} g`
    case 'Status':
      return draft.status
    case 'Address':
      return draft.slug
    case 'Search title':
      return draft.search_title || 'None'
    case 'Search description':
      return draft.search_description || 'None'
  }
}
