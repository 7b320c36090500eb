import type { Image } from '#contract/fields.ts'
import { links, withQuery } from '#contract/links.ts'
import type { ProductRecord, VariantRecord } from '#server/modules/catalog/index.ts'
import { descriptionHtml, descriptionText } from '#server/modules/content/index.ts'
import { productIdOf, variantIdOf } from '../ids.ts'
import type { UcpCall } from '../operation.ts'

/** Where a body is sent from: scheme and host of the shop, and its currency. */
export interface Place {
  origin: string
  currency: string
}

export const placeOf = ({ context: { origin, shop } }: UcpCall): Place => ({
  origin,
  currency: shop.currency,
})

/** What a body of a product adds to the fields that all operations send. */
interface Parts {
  variants: object[]
  options?: object[]
  images: readonly Image[]
  /** Sends the description as Markdown and HTML, too. */
  formatted?: boolean
}

/** A product as the protocol writes it. Prices and options are those of all variants, whichever are listed. */
export function productBody(record: ProductRecord, parts: Parts, { origin, currency }: Place): object {
  const { id, name, slug, categories, ratingSum, ratingCount, variants } = record
  const options = parts.options ?? plainOptions(record)
  const price = rangeOf(variants.map((variant) => variant.price))
  const regular = rangeOf(variants.map(({ regularPrice }) => regularPrice))
  const isReduced = price.min !== regular.min || price.max !== regular.max
  const rangeBody = ({ min, max }: typeof price) => ({
    min: { amount: min, currency },
    max: { amount: max, currency },
  })
  return {
    id: productIdOf(id),
    handle: slug,
    title: name,
    description: descriptionBody(record, parts.formatted),
    url: origin + links.product(id),
    categories: categories.map((category) => ({ value: category.name, taxonomy: 'merchant' })),
    price_range: rangeBody(price),
    ...(isReduced && { list_price_range: rangeBody(regular) }),
    ...(parts.images.length > 0 && { media: parts.images.map((image) => mediaBody(image, origin)) }),
    ...(options.length > 0 && { options }),
    ...(ratingCount > 0 && {
      rating: {
        value: Math.round((ratingSum / ratingCount) * 10) / 10,
        scale_min: 1,
        scale_max: 5,
        count: ratingCount,
      },
    }),
    variants: parts.variants,
  }
}

/** A variant as the protocol writes it. */
export function variantBody(
  variant: VariantRecord,
  record: ProductRecord,
  { origin, currency }: Place,
): object {
  const { id, sku, barcode, price, regularPrice } = variant
  const options = record.options.flatMap(({ name }) => {
    const label = variant.options[name]
    return label === undefined ? [] : [{ name, label }]
  })
  const labels = options.map(({ label }) => label)
  const image = record.images.find(({ file }) => file === variant.image)
  return {
    id: variantIdOf(id),
    ...(sku !== null && { sku }),
    ...(barcode !== null && { barcodes: [{ type: 'GTIN', value: barcode }] }),
    title: labels.join(' / ') || record.name,
    description: { plain: [record.name, ...labels].join(', ') },
    url: origin + withQuery(links.product(record.id), { variant: labels.length > 0 ? id : undefined }),
    price: { amount: price, currency },
    ...(regularPrice !== price && { list_price: { amount: regularPrice, currency } }),
    availability: availabilityBody(variant),
    ...(options.length > 0 && { options }),
    ...(image && { media: [mediaBody(image, origin)] }),
  }
}

const statuses = { 'in-stock': 'in_stock', backorder: 'backorder', 'sold-out': 'out_of_stock' }

const availabilityBody = ({ availability }: VariantRecord) => ({
  available: availability !== 'sold-out',
  status: statuses[availability],
})

/** The schema requires a description; a product without one has its name. */
function descriptionBody({ name, description }: ProductRecord, formatted = false): object {
  const plain = descriptionText(description) || name
  const isWritten = description.trim() !== ''
  return {
    plain,
    ...(formatted && isWritten && { markdown: description, html: descriptionHtml(description) }),
  }
}

function mediaBody({ file, width, height, alt }: Image, origin: string): object {
  return {
    type: 'image',
    url: encodeURI(origin + links.image(file)),
    ...(alt && { alt_text: alt }),
    ...(width > 0 && height > 0 && { width, height }),
  }
}

/** The options without a choice. The schema allows none without values. */
const plainOptions = ({ options }: ProductRecord) =>
  options.flatMap(({ name, values }) =>
    values.length > 0 ? [{ name, values: values.map((label) => ({ label })) }] : [],
  )

const rangeOf = (amounts: readonly number[]) => ({ min: Math.min(...amounts), max: Math.max(...amounts) })
