import type { Image } from '#contract/fields.ts'
import { offerPrice, unitPrice } from '#server/modules/pricing/index.ts'

/** A live product with all its variants, for programs outside the shop. Prices in minor units. */
export interface ProductRecord {
  id: number
  slug: string
  name: string
  /** As written: text or simple Markdown; may be empty. */
  description: string
  /** The maker; empty: unknown. */
  brand: string
  /** Grams of one packed item; 0: unknown. */
  weight: number
  /** Its category and, if it has one, its subcategory. */
  categories: { name: string; slug: string }[]
  ratingSum: number
  ratingCount: number
  images: Image[]
  /** In order, with the values that its variants have. */
  options: { name: string; values: string[] }[]
  /** What can be ordered comes first, then the lowest price. */
  variants: VariantRecord[]
}

export interface VariantRecord {
  id: number
  sku: string | null
  /** GTIN */
  barcode: string | null
  /** The number that the maker gives it. */
  mpn: string | null
  options: Record<string, string>
  /** The price to pay now. */
  price: number
  /** When a sale price that counts now began and ends, where it does; null: no sale price counts. */
  sale: { starts: Date | null; ends: Date | null } | null
  /** The price without offer and sale price. */
  regularPrice: number
  /** The file of one of the product's images. */
  image: string | null
  availability: 'in-stock' | 'backorder' | 'sold-out'
}

/** A product as the query selects it. */
export interface RecordRow {
  id: number
  slug: string
  name: string
  description: string
  brand: string
  weight: number
  sale_starts_at: Date | null
  sale_ends_at: Date | null
  category: { name: string; slug: string }
  subcategory: { name: string; slug: string } | null
  /** Basis points. */
  offer: number
  /** Option names in order. */
  options: string[]
  rating_sum: number
  rating_count: number
  images: Image[]
  /** In the order of the product page. */
  variants: {
    id: number
    sku: string | null
    barcode: string | null
    mpn: string | null
    options: Record<string, string>
    price: number
    /** The sale price, if it counts now. */
    sale_price: number | null
    image: string | null
    /** Null: not counted. */
    available: number | null
    sell_when_sold_out: boolean
  }[]
}

/** The record of a row. */
export function recordOf(row: RecordRow): ProductRecord {
  const { id, slug, name, description, brand, weight, category, subcategory, images } = row
  const variants = row.variants.map((variant) => variantOf(variant, row))
  return {
    id,
    slug,
    name,
    description,
    brand,
    weight,
    categories: subcategory ? [category, subcategory] : [category],
    ratingSum: row.rating_sum,
    ratingCount: row.rating_count,
    images,
    options: row.options.map((option) => ({
      name: option,
      values: [...new Set(row.variants.flatMap(({ options }) => options[option] ?? []))],
    })),
    variants: variants.toSorted((a, b) => Number(canOrder(b)) - Number(canOrder(a)) || a.price - b.price),
  }
}

const canOrder = ({ availability }: VariantRecord) => availability !== 'sold-out'

function variantOf(variant: RecordRow['variants'][number], row: RecordRow): VariantRecord {
  const { id, sku, barcode, mpn, options, image, price, available, sale_price: salePrice } = variant
  const { offer, sale_starts_at: starts, sale_ends_at: ends } = row
  const inStock = available === null || available > 0
  return {
    id,
    sku,
    barcode,
    mpn,
    options,
    price: unitPrice({ price, offer, salePrice }),
    sale: salePrice !== null && salePrice < offerPrice(price, offer) ? { starts, ends } : null,
    regularPrice: price,
    image,
    availability: inStock ? 'in-stock' : variant.sell_when_sold_out ? 'backorder' : 'sold-out',
  }
}
