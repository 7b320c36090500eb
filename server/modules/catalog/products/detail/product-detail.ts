import { countryName } from '#contract/orders/address/country-names.ts'
import type { Comment, RatingSummary } from '#contract/comments/comment.ts'
import type { Question } from '#contract/comments/question.ts'
import type { ProductDetail } from '#contract/catalog/product.ts'
import { readVideo } from '#contract/catalog/video.ts'
import type { ShopContext } from '#server/http/route.ts'
import { publicDetail, type PublicValue } from '#server/modules/custom-fields/index.ts'
import { descriptionHtml } from '#server/modules/content/index.ts'
import { offerPrice, percentOff, toMajor, unitPrice } from '#server/modules/pricing/index.ts'
import { cardOf, type CardRow } from '../cards/product-card.ts'

/** A product as the query for its page selects it. Prices in minor units. */
export interface DetailRow extends CardRow {
  description: string
  brand: string
  sale_ends_at: Date | null
  origin: string | null
  /** Option names in order. */
  options: string[]
  size_guide: string | null
  /** Pages of videos by the file of their poster. */
  videos: Record<string, string>
  search_title: string | null
  search_description: string | null
  specifications: ProductDetail['specifications']
  custom_values: PublicValue[]
  variants: {
    id: number
    sku: string | null
    options: Record<string, string>
    price: number
    /** The sale price, if it counts now. */
    sale_price: number | null
    image: string | null
    barcode: string | null
    mpn: string | null
    /** Null: not counted. */
    available: number | null
    tracked: boolean
    sell_when_sold_out: boolean
  }[]
}

/** The product page's data in the form of the contract: prices in major units of the shop’s currency. */
export function detailOf(
  row: DetailRow,
  {
    comments,
    questions,
  }: {
    comments: { data: Comment[]; total: number; summary: RatingSummary }
    questions: { data: Question[]; total: number }
  },
  shop: Pick<ShopContext, 'currency' | 'locale'>,
): ProductDetail {
  const { currency } = shop
  const { specifications, variants, origin } = row
  const named = new Map(specifications.map(({ name, description }) => [name, description]))
  const others: ProductDetail['details'] = [
    { name: 'Brand', description: row.brand },
    { name: 'Country of origin', description: origin === null ? '' : countryName(origin) },
    ...row.custom_values.flatMap((value) => publicDetail(value, shop)),
  ]
  return {
    ...cardOf(row, currency),
    images: row.images.map((image) => ({ ...image, video: readVideo(row.videos[image.file] ?? '') ?? null })),
    productdescription: row.description,
    brand: row.brand || named.get('Brand') || null,
    origin,
    descriptionhtml: descriptionHtml(row.description),
    productimages: row.images.map(({ file }) => ({ defaultimage: file })),
    previews: row.images.map(({ file }) => ({ previewUrl: file })),
    specificationNames: specifications.map(({ name }) => name).join(','),
    specificationDescriptions: specifications.map(({ description }) => description).join('|'),
    specifications,
    details: others.filter(({ name, description }) => description !== '' && !named.has(name)),
    options: row.options.map((name) => ({
      name,
      values: [...new Set(variants.flatMap(({ options }) => options[name] ?? []))],
    })),
    variants: variants.map((variant) => ({
      variantid: variant.id,
      sku: variant.sku,
      options: variant.options,
      price: toMajor(variant.price, currency),
      saleprice: toMajor(unitPrice(pricedOf(variant, row)), currency),
      percentoff: percentOff(pricedOf(variant, row)),
      saleends: isOnSale(variant, row.offer) ? (row.sale_ends_at?.toISOString() ?? null) : null,
      stock: variant.available,
      tracked: variant.tracked,
      sellwhensoldout: variant.sell_when_sold_out,
      image: variant.image,
      barcode: variant.barcode,
      mpn: variant.mpn,
    })),
    sizeguide: row.size_guide,
    comments: comments.data,
    commentcount: comments.total,
    ratingsummary: comments.summary,
    questions: questions.data,
    questioncount: questions.total,
    search_title: row.search_title,
    search_description: row.search_description,
  }
}

const pricedOf = ({ price, sale_price: salePrice }: DetailRow['variants'][number], { offer }: DetailRow) => ({
  price,
  offer,
  salePrice,
})

/** Whether the sale price counts, and not the offer. */
const isOnSale = ({ price, sale_price: sale }: DetailRow['variants'][number], offer: number) =>
  sale !== null && sale < offerPrice(price, offer)
