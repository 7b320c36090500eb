import type { Image } from '#contract/fields.ts'
import type { ProductCard } from '#contract/catalog/product.ts'
import { colourHex } from './colour-names.ts'
import { percentOff, toMajor } from '#server/modules/pricing/index.ts'

/** A product as the queries select it: prices in minor units, percentages in basis points. */
export interface CardRow {
  id: number
  slug: string
  name: string
  /** The lowest price to pay now. */
  sale_from: number
  /** The price of that variant without offer and sale price. */
  regular_from: number
  several_prices: boolean
  offer: number
  gst: number
  /** Whether tax is charged on it at home. */
  taxed: boolean
  is_new: boolean
  in_stock: boolean
  /** It has no options. */
  simple: boolean
  /** The values of its option Colour, in order. */
  colours: string[]
  rating_sum: number
  rating_count: number
  created_at: Date
  category_id: number
  category_name: string
  subcategory_id: number | null
  subcategory_name: string | null
  images: Image[]
}

/** The card of a row in the form of the contract: prices in major units of `currency`. */
export function cardOf(row: CardRow, currency: string): ProductCard {
  return {
    productid: row.id,
    id: row.id,
    slug: row.slug,
    productname: row.name,
    productprice: toMajor(row.regular_from, currency),
    saleprice: toMajor(row.sale_from, currency),
    severalprices: row.several_prices,
    productoffer: row.offer / 100,
    percentoff: percentOff({ price: row.regular_from, offer: row.offer, salePrice: row.sale_from }),
    productgst: row.gst / 100,
    taxed: row.taxed,
    is_new: row.is_new ? 1 : 0,
    instock: row.in_stock,
    simple: row.simple,
    colours: row.colours.map((name) => ({ name, hex: colourHex(name) })),
    rating: row.rating_count > 0 ? Math.round((row.rating_sum / row.rating_count) * 10) / 10 : null,
    ratings: row.rating_count,
    defaultimage: row.images[0]?.file ?? null,
    images: row.images,
    productcategoryid: row.category_id,
    productcategoryname: row.category_name,
    productsubcategoryid: row.subcategory_id,
    subcategoryname: row.subcategory_name,
    created_at: row.created_at.toISOString(),
  }
}
