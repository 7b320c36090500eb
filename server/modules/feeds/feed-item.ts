import { isGtin } from '#contract/catalog/gtin.ts'
import { knownOption, type KnownOption } from '#contract/catalog/known-option.ts'
import { jpegWidth, links, withQuery } from '#contract/links.ts'
import type { ProductRecord, VariantRecord } from '#server/modules/catalog/index.ts'
import { descriptionText } from '#server/modules/content/index.ts'
import { minorDigits, toMajor } from '#server/modules/pricing/index.ts'
import { productIdOf, variantIdOf } from '#server/modules/ucp/index.ts'
import { cleanLines, cleanText, cut } from './plain-text.ts'

/** What all items of a shop share. */
export interface FeedShop {
  name: string
  /** Scheme and host. */
  origin: string
  /** ISO 4217 */
  currency: string
  /** ISO 3166: where the shop is. */
  country: string
  /** Where the shop delivers to. */
  countries: readonly string[]
  /** Days in which a buyer may return an item; 0: none. */
  returnDays: number
  /** Addresses of the shop's own texts, as far as it has them. */
  policies: Partial<Record<'returns' | 'privacy' | 'terms', string>>
}

/** A variant as the feeds describe it. Texts have no control characters. */
export interface FeedItem {
  id: string
  /** The product, if it has options. */
  groupId: string | undefined
  productId: string
  groupTitle: string
  title: string
  description: string
  link: string
  /** The variant's own image first. */
  images: string[]
  /** The same as JPEG, for consumers that read no WebP. */
  jpegs: string[]
  /** Major units with the currency, as in "79.90 USD". */
  price: string
  /** The price to pay now, if it is lower. */
  salePrice: string | undefined
  saleStarts: Date | undefined
  saleEnds: Date | undefined
  availability: VariantRecord['availability']
  /** Only the maker: the shop is the seller. */
  brand: string | undefined
  gtin: string | undefined
  mpn: string | undefined
  /** Categories from the outermost, as in "Home > Lamps". */
  productType: string
  /** Grams of the packed item. */
  weight: number | undefined
  color: string | undefined
  size: string | undefined
  material: string | undefined
  pattern: string | undefined
  options: Record<string, string>
  rating: { average: number; count: number } | undefined
}

/** The limits of Google and OpenAI; those of Meta are wider. https://support.google.com/merchants/answer/7052112 */
export const MAX_TITLE = 150
const MAX_DESCRIPTION = 5000
const MAX_OPTION = 100

/** The items of a product: one for each variant. */
export function itemsOf(record: ProductRecord, shop: FeedShop): FeedItem[] {
  const shared = {
    productId: productIdOf(record.id),
    groupId: record.options.length > 0 ? productIdOf(record.id) : undefined,
    groupTitle: cut(cleanText(record.name), MAX_TITLE),
    description: cut(
      cleanLines(descriptionText(record.description)) || cleanText(record.name),
      MAX_DESCRIPTION,
    ),
    brand: cleanText(record.brand) || undefined,
    productType: record.categories.map(({ name }) => cleanText(name)).join(' > '),
    weight: record.weight || undefined,
    rating:
      record.ratingCount > 0
        ? { average: record.ratingSum / record.ratingCount, count: record.ratingCount }
        : undefined,
  }
  return record.variants.map((variant) => ({ ...shared, ...variantOf(variant, record, shop) }))
}

function variantOf(variant: VariantRecord, record: ProductRecord, shop: FeedShop) {
  const { id, price, regularPrice, sale, barcode, mpn, availability } = variant
  const options = Object.fromEntries(
    record.options.flatMap(({ name }) => {
      const value = cleanText(variant.options[name] ?? '')
      return value === '' ? [] : [[cleanText(name), value]]
    }),
  )
  const named = (property: KnownOption) => {
    const [, value] = Object.entries(options).find(([name]) => knownOption(name) === property) ?? []
    return value === undefined ? undefined : cut(value, MAX_OPTION)
  }
  const hasOptions = record.options.length > 0
  const files = imagesOf(variant, record)
  return {
    id: variantIdOf(id),
    title: titleOf(cleanText(record.name), Object.values(options)),
    link: shop.origin + withQuery(links.product(record.id), { variant: hasOptions ? id : undefined }),
    images: files.map((file) => encodeURI(shop.origin + links.image(file))),
    jpegs: files.map((file) => encodeURI(shop.origin + links.image(file, jpegWidth, 'jpg'))),
    price: priceText(regularPrice, shop.currency),
    salePrice: price < regularPrice ? priceText(price, shop.currency) : undefined,
    saleStarts: sale?.starts ?? undefined,
    saleEnds: sale?.ends ?? undefined,
    availability,
    gtin: barcode !== null && isGtin(barcode) ? barcode : undefined,
    mpn: cleanText(mpn ?? '') || undefined,
    color: named('color'),
    size: named('size'),
    material: named('material'),
    pattern: named('pattern'),
    options,
  }
}

/** The name with the options. A long name is cut before them, because they tell the variants apart. */
function titleOf(name: string, options: readonly string[]): string {
  const chosen = cut(options.map((option) => `, ${option}`).join(''), MAX_TITLE / 2)
  return cut(name, MAX_TITLE - chosen.length) + chosen
}

function imagesOf(variant: VariantRecord, { images }: ProductRecord): string[] {
  const files = images.map(({ file }) => file)
  const own = files.find((file) => file === variant.image)
  return own === undefined ? files : [own, ...files.filter((file) => file !== own)]
}

/** As in "79.90 USD", with all decimals of the currency and a point. */
const priceText = (minor: number, currency: string) =>
  `${toMajor(minor, currency).toFixed(minorDigits(currency))} ${currency}`
