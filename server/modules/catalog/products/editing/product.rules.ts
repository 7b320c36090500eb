import { isGtin, plainBarcode } from '#contract/catalog/gtin.ts'
import { MAX_PRICE } from '#server/modules/pricing/index.ts'
import type { Issue } from '../../input.rules.ts'

export type ProductStatus = 'draft' | 'live' | 'archived'

/** A combination of option values that shoppers can buy. */
export interface VariantInput {
  /** Without an id, the existing variant with the same options is updated, or a new one is added. */
  id?: number
  /** Unique in the shop. */
  sku?: string | null
  /** A value for each option of the product: {"Colour": "Sage"}. */
  options?: Record<string, string>
  /** Minor units, before the offer. */
  price: number
  /** Minor units: the price while the sale of the product lasts. */
  salePrice?: number | null
  /** One of the product's images. */
  image?: string | null
  /** A GTIN: 8, 12, 13 or 14 digits. */
  barcode?: string | null
  /** The number that the maker gives it. */
  mpn?: string | null
  /** Where it lies in the stock room: A-12-3; only staff see it. */
  shelf?: string | null
  /** What the shop pays for one unit, in minor units; only staff see it. */
  cost?: number | null
  /** Units that can be sold from now on; absent: unchanged. Below 0 only if it is sold when it is sold out. */
  stock?: number
  /** Whether its stock is counted; absent: unchanged, or counted. */
  tracked?: boolean
  /** Whether orders may take more than there is; absent: unchanged, or not. */
  sellWhenSoldOut?: boolean
}

export interface ProductInput {
  name: string
  /** Derived from the name by default. AppError 409 if it is taken. */
  slug?: string
  description?: string
  categoryId: number
  subcategoryId?: number | null
  /** Live by default. */
  status?: ProductStatus
  isNew?: boolean
  /** Basis points: 1250 is 12.5 %. */
  offer?: number
  /** When the sale prices of its variants begin to count, as ISO 8601; null: at once. */
  saleStartsAt?: string | null
  /** When they cease to count; null: never. */
  saleEndsAt?: string | null
  /** Basis points: the product's own tax percentage. */
  gst?: number
  /** Code of a tax class, which replaces the own percentage. */
  taxClass?: string | null
  /** Commodity code: up to 10 digits, or empty. */
  hsn?: string
  /** Its maker or label; empty: unknown. */
  brand?: string
  /** The country of origin by ISO 3166. */
  origin?: string | null
  /** Packed weight of one unit in grams; 0: unknown. */
  weight?: number
  /** The options that distinguish the variants, at most three: ["Colour", "Size"]. */
  options?: string[]
  /** At least one; a simple product has a single variant without options. */
  variants: VariantInput[]
  /** Stored images in order; lists show the first one. */
  images?: {
    file: string
    alt: string
    /** Page of the video of which the image is the poster. */
    video?: string | null | undefined
  }[]
  specifications?: { specificationId: number; description: string }[]
  searchTitle?: string | null
  searchDescription?: string | null
  /** Now by default. */
  createdAt?: Date
}

/** A stored variant. Its stock is in the stock ledger. */
export type VariantState = Required<Omit<VariantInput, 'stock'>>

/** Everything that is stored of a product. The audit log keeps products in this form. */
export type ProductState = Required<Omit<ProductInput, 'createdAt' | 'variants'>> & {
  variants: VariantState[]
}

/** A normalized variant, ready to be stored. */
export type WantedVariant = Required<Omit<VariantInput, UnchangedIfAbsent>> &
  Pick<VariantInput, UnchangedIfAbsent>
type UnchangedIfAbsent = 'id' | 'stock' | 'tracked' | 'sellWhenSoldOut'

/** A normalized product, ready to be stored. The slug and the ids of new variants follow later. */
export type WantedProduct = Omit<ProductState, 'slug' | 'variants'> & { variants: WantedVariant[] }

const MAX_UNITS = 1_000_000_000

/** The problems of a product that is about to be stored, except missing references. */
export function findIssues(product: WantedProduct): Issue[] {
  const issues: Issue[] = []
  const need = (ok: boolean, path: string, message: string) => void (ok || issues.push({ path, message }))
  const { name, description, options, variants, images, specifications } = product

  need(name.length > 0 && name.length <= 200, 'name', 'Enter a name of at most 200 characters')
  need(description.length <= 20_000, 'description', 'Use at most 20,000 characters for the description')
  for (const share of ['offer', 'gst'] as const) {
    need(
      isWhole(product[share], 0, 10_000),
      share,
      'Enter a percentage from 0 to 100 with at most two decimals',
    )
  }
  const { saleStartsAt: starts, saleEndsAt: ends } = product
  need(starts === null || ends === null || starts < ends, 'saleEndsAt', 'The sale must end after it starts')
  need(/^\d{0,10}$/.test(product.hsn), 'hsn', 'A commodity code has up to 10 digits')
  need(product.brand.length <= 100, 'brand', 'Use at most 100 characters for the brand')
  need(
    product.origin === null || /^[A-Z]{2}$/.test(product.origin),
    'origin',
    'Enter the two letters of a country, such as IN',
  )
  need(isWhole(product.weight, 0, 1_000_000), 'weight', 'Enter whole grams, at most 1,000,000')
  need(
    (product.searchTitle ?? '').length <= 200,
    'searchTitle',
    'Use at most 200 characters for the search title',
  )
  need(
    (product.searchDescription ?? '').length <= 400,
    'searchDescription',
    'Use at most 400 characters for the search description',
  )

  need(options.length <= 3, 'options', 'Use at most three options')
  need(options.every(isShort), 'options', 'Enter option names of at most 100 characters')
  need(!hasDuplicates(options), 'options', 'Each option needs a different name')

  need(variants.length > 0, 'variants', 'Add at least one variant')
  need(variants.length <= 200, 'variants', 'Use at most 200 variants')
  variants.forEach((variant, i) => {
    const path = `variants.${i}`
    const names = Object.keys(variant.options)
    const fits =
      names.length === options.length && options.every((option) => isShort(variant.options[option] ?? ''))
    need(fits, `${path}.options`, 'Enter a value of at most 100 characters for each option')
    need(isWhole(variant.price, 0, Infinity), `${path}.price`, 'Enter a price of 0 or more')
    need(variant.price <= MAX_PRICE, `${path}.price`, 'This price is too high')
    const lowest = variant.sellWhenSoldOut ? -MAX_UNITS : 0
    need(isWhole(variant.stock ?? 0, lowest, MAX_UNITS), `${path}.stock`, stockProblem(lowest))
    need(
      variant.sku === null || (isShort(variant.sku) && variant.sku.length <= 64),
      `${path}.sku`,
      'Enter a SKU of 1 to 64 characters',
    )
    need(
      variant.barcode === null || isGtin(variant.barcode),
      `${path}.barcode`,
      `${variant.barcode} is no barcode (GTIN): check its digits`,
    )
    need((variant.mpn ?? '').length <= 70, `${path}.mpn`, 'Enter an MPN of at most 70 characters')
    need((variant.shelf ?? '').length <= 40, `${path}.shelf`, 'Enter a shelf of at most 40 characters')
    need(isWhole(variant.cost ?? 0, 0, MAX_PRICE), `${path}.cost`, 'Enter a cost of 0 or more')
    const { salePrice } = variant
    need(isWhole(salePrice ?? 0, 0, MAX_PRICE), `${path}.salePrice`, 'Enter a sale price of 0 or more')
    const isOwnImage = variant.image === null || images.some(({ file }) => file === variant.image)
    need(isOwnImage, `${path}.image`, 'Choose one of the product’s images')
  })
  need(!hasDuplicates(variants.map(optionsKey)), 'variants', 'Two variants have the same options')
  need(!hasDuplicates(variants.flatMap(({ sku }) => sku ?? [])), 'variants', 'Two variants have the same SKU')

  need(!hasDuplicates(images.map(({ file }) => file)), 'images', 'An image appears twice')
  need(
    images.every(({ alt }) => alt.length <= 250),
    'images',
    'Use at most 250 characters to describe an image',
  )
  need(
    !hasDuplicates(specifications.map((pair) => pair.specificationId)),
    'specifications',
    'A specification appears twice',
  )
  const isDescribed = specifications.every(({ description: text }) => text.length > 0 && text.length <= 1000)
  need(isDescribed, 'specifications', 'Enter a description of at most 1,000 characters')
  return issues
}

/** A key for the options of a variant, independent of their order. */
export function optionsKey({ options }: { options: Record<string, string> }): string {
  return JSON.stringify(Object.entries(options).sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** Trims all texts and fills in the defaults. */
export function normalizeProduct(input: Omit<ProductInput, 'slug'>): WantedProduct {
  return {
    name: input.name.trim(),
    description: input.description ?? '',
    categoryId: input.categoryId,
    subcategoryId: input.subcategoryId ?? null,
    status: input.status ?? 'live',
    isNew: input.isNew ?? false,
    offer: input.offer ?? 0,
    // The class decides alone, so that lists and product page never show another percentage.
    saleStartsAt: momentOf(input.saleStartsAt),
    saleEndsAt: momentOf(input.saleEndsAt),
    gst: input.taxClass ? 0 : (input.gst ?? 0),
    taxClass: input.taxClass || null,
    hsn: input.hsn ?? '',
    brand: input.brand?.trim() ?? '',
    origin: input.origin || null,
    weight: input.weight ?? 0,
    options: (input.options ?? []).map((option) => option.trim()),
    variants: input.variants.map(normalizeVariant),
    images: (input.images ?? []).map(({ file, alt, video }) => ({
      file,
      alt: alt.trim(),
      ...(video && { video }),
    })),
    specifications: (input.specifications ?? []).map(({ specificationId, description }) => ({
      specificationId,
      description: description.trim(),
    })),
    searchTitle: input.searchTitle?.trim() || null,
    searchDescription: input.searchDescription?.trim() || null,
  }
}

function normalizeVariant({ sku, options = {}, image = null, ...variant }: VariantInput): WantedVariant {
  const pairs = Object.entries(options).map(([name, value]) => [name.trim(), value.trim()] as const)
  return {
    ...variant,
    sku: sku?.trim() || null,
    options: Object.fromEntries(pairs),
    image,
    barcode: plainBarcode(variant.barcode ?? '') || null,
    mpn: variant.mpn?.trim() || null,
    shelf: variant.shelf?.trim() || null,
    cost: variant.cost ?? null,
    salePrice: variant.salePrice ?? null,
  }
}

/** What is stored of a variant that got its id. */
export function variantState({
  id,
  sku,
  options,
  price,
  image,
  barcode,
  mpn,
  shelf,
  cost,
  salePrice,
  tracked = true,
  sellWhenSoldOut = false,
}: WantedVariant & { id: number }): VariantState {
  return { id, sku, options, price, salePrice, image, barcode, mpn, shelf, cost, tracked, sellWhenSoldOut }
}

const stockProblem = (lowest: number) =>
  `Enter the stock as a whole number from ${lowest.toLocaleString('en')} to ${MAX_UNITS.toLocaleString('en')}`

/** In one form, so that equal moments are equal texts. */
const momentOf = (moment: string | null | undefined) => (moment ? new Date(moment).toISOString() : null)

function isWhole(value: number, min: number, max: number): boolean {
  return Number.isInteger(value) && value >= min && value <= max
}

function isShort(text: string): boolean {
  return text.length > 0 && text.length <= 100
}

function hasDuplicates(values: readonly (string | number)[]): boolean {
  return new Set(values).size < values.length
}
