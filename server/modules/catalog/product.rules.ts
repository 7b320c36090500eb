import type { Issue } from './input.rules.ts'

export type ProductStatus = 'draft' | 'live' | 'archived'

/** What can be bought: one combination of option values. */
export interface VariantInput {
  /** Of an existing variant; without it the one with the same options is meant, or a new one. */
  id?: number
  /** Unique in the shop. */
  sku?: string | null
  /** A value for each option of the product: {"Colour": "Sage"}. */
  options?: Record<string, string>
  /** Minor units, before the offer. */
  price: number
  /** One of the product's pictures. */
  picture?: string | null
  /** Pieces that can be sold from now on; absent: as many as there are. */
  stock?: number
}

export interface ProductInput {
  name: string
  /** Made from the name where absent; AppError 409 where it is taken. */
  slug?: string
  description?: string
  categoryId: number
  subcategoryId?: number | null
  /** Live where absent. */
  status?: ProductStatus
  isNew?: boolean
  /** Basis points: 1250 is 12.5 %. */
  offer?: number
  /** Basis points. */
  gst?: number
  /** Grams of a piece, packed; 0: not known. */
  weight?: number
  /** What its variants differ in, at most three: ["Colour", "Size"]. */
  options?: string[]
  /** At least one; a simple product has one without options. */
  variants: VariantInput[]
  /** Stored pictures in order, the first is the one in lists. */
  pictures?: { file: string; alt: string }[]
  specifications?: { specificationId: number; description: string }[]
  searchTitle?: string | null
  searchDescription?: string | null
  /** Now where absent. */
  createdAt?: Date
}

/** A variant as it is stored; its stock stands in the ledger. */
export type VariantState = Required<Omit<VariantInput, 'stock'>>

/** A product with everything that can be written, as it is stored; the journal keeps it in this form. */
export type ProductState = Required<Omit<ProductInput, 'createdAt' | 'variants'>> & {
  variants: VariantState[]
}

/** A variant that is to be stored. */
export type WantedVariant = Required<Omit<VariantInput, 'id' | 'stock'>> & Pick<VariantInput, 'id' | 'stock'>

/** A product that is to be stored: nothing absent, but for what is decided on the way. */
export type WantedProduct = Omit<ProductState, 'slug' | 'variants'> & { variants: WantedVariant[] }

/** The highest price, in minor units. */
export const dearest = 1_000_000_000_000

/** What is wrong with a product that is to be stored, beside its references. Empty where nothing is. */
export function findIssues(product: WantedProduct): Issue[] {
  const issues: Issue[] = []
  const need = (ok: boolean, path: string, message: string) => void (ok || issues.push({ path, message }))
  const { name, description, options, variants, pictures, specifications } = product

  need(name.length > 0 && name.length <= 200, 'name', 'A name of at most 200 characters is needed')
  need(description.length <= 20_000, 'description', 'A description has at most 20,000 characters')
  for (const share of ['offer', 'gst'] as const) {
    need(
      isWhole(product[share], 0, 10_000),
      share,
      'A percentage is between 0 and 100, with at most two decimals',
    )
  }
  need(isWhole(product.weight, 0, 1_000_000), 'weight', 'A weight is whole grams, at most 1,000,000')
  need((product.searchTitle ?? '').length <= 200, 'searchTitle', 'A search title has at most 200 characters')
  need((product.searchDescription ?? '').length <= 400, 'searchDescription', 'At most 400 characters')

  need(options.length <= 3, 'options', 'A product has at most three options')
  need(options.every(isShort), 'options', 'An option has a name of at most 100 characters')
  need(!hasTwice(options), 'options', 'Each option needs a name of its own')

  need(variants.length > 0, 'variants', 'A product needs at least one variant')
  need(variants.length <= 200, 'variants', 'A product has at most 200 variants')
  variants.forEach((variant, i) => {
    const path = `variants.${i}`
    const given = Object.keys(variant.options)
    const fits =
      given.length === options.length && options.every((option) => isShort(variant.options[option] ?? ''))
    need(fits, `${path}.options`, 'Each variant needs a value of at most 100 characters for each option')
    need(isWhole(variant.price, 0, dearest), `${path}.price`, 'A price is a positive amount')
    need(
      isWhole(variant.stock ?? 0, 0, 1_000_000_000),
      `${path}.stock`,
      'Stock is a whole number, at least 0',
    )
    need(
      variant.sku === null || (isShort(variant.sku) && variant.sku.length <= 64),
      `${path}.sku`,
      'A SKU has 1 to 64 characters',
    )
    const shown = variant.picture === null || pictures.some(({ file }) => file === variant.picture)
    need(shown, `${path}.picture`, "A variant is shown by one of the product's pictures")
  })
  need(!hasTwice(variants.map(combinationOf)), 'variants', 'Two variants have the same options')
  need(!hasTwice(variants.flatMap(({ sku }) => sku ?? [])), 'variants', 'Two variants have the same SKU')

  need(!hasTwice(pictures.map(({ file }) => file)), 'pictures', 'A picture is there twice')
  need(
    pictures.every(({ alt }) => alt.length <= 250),
    'pictures',
    'What a picture shows is told in 250 characters',
  )
  need(
    !hasTwice(specifications.map((pair) => pair.specificationId)),
    'specifications',
    'A specification is there twice',
  )
  const told = specifications.every(({ description: text }) => text.length > 0 && text.length <= 1000)
  need(told, 'specifications', 'A specification needs a description of at most 1,000 characters')
  return issues
}

/** The options of a variant as one text, whatever order they are written in. */
export function combinationOf({ options }: { options: Record<string, string> }): string {
  return JSON.stringify(Object.entries(options).sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** As it is stored: texts without spaces around them, and everything absent at its default. */
export function complete(input: Omit<ProductInput, 'slug'>): WantedProduct {
  return {
    name: input.name.trim(),
    description: input.description ?? '',
    categoryId: input.categoryId,
    subcategoryId: input.subcategoryId ?? null,
    status: input.status ?? 'live',
    isNew: input.isNew ?? false,
    offer: input.offer ?? 0,
    gst: input.gst ?? 0,
    weight: input.weight ?? 0,
    options: (input.options ?? []).map((option) => option.trim()),
    variants: input.variants.map(completeVariant),
    pictures: (input.pictures ?? []).map(({ file, alt }) => ({ file, alt: alt.trim() })),
    specifications: (input.specifications ?? []).map(({ specificationId, description }) => ({
      specificationId,
      description: description.trim(),
    })),
    searchTitle: input.searchTitle?.trim() || null,
    searchDescription: input.searchDescription?.trim() || null,
  }
}

function completeVariant({ sku, options = {}, picture = null, ...variant }: VariantInput): WantedVariant {
  const pairs = Object.entries(options).map(([name, value]) => [name.trim(), value.trim()] as const)
  return { ...variant, sku: sku?.trim() || null, options: Object.fromEntries(pairs), picture }
}

function isWhole(value: number, min: number, max: number): boolean {
  return Number.isInteger(value) && value >= min && value <= max
}

function isShort(text: string): boolean {
  return text.length > 0 && text.length <= 100
}

function hasTwice(values: readonly (string | number)[]): boolean {
  return new Set(values).size < values.length
}
