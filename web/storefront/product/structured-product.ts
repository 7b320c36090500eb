import { links } from '#contract/links.ts'
import type { ProductDetail, Variant } from '#contract/catalog/product.ts'
import { plainText } from '../../lib/format/plain-text.ts'

/** The product in schema.org terms: one offer, or a range if the variants differ in price. */
export function structuredProduct(product: ProductDetail, currency: string, origin: string) {
  const { variants } = product
  const url = origin + links.product(product.productid)
  const onlyVariant = variants.length === 1 ? variants[0] : undefined
  const prices = variants.map(({ saleprice }) => saleprice)
  const shared = { url, priceCurrency: currency, availability: availability(variants) }
  return {
    '@type': 'Product',
    '@id': url,
    name: product.productname,
    description: plainText(product.descriptionhtml),
    image: product.images.map(({ file }) => origin + links.image(file)),
    category: [product.productcategoryname, product.subcategoryname].filter(Boolean).join(' > '),
    ...(onlyVariant?.sku && { sku: onlyVariant.sku }),
    ...(product.rating !== null && {
      aggregateRating: {
        '@type': 'AggregateRating',
        ratingValue: product.rating,
        ratingCount: product.ratings,
        bestRating: 5,
      },
    }),
    ...(variants.length > 0 && {
      offers: product.severalprices
        ? {
            '@type': 'AggregateOffer',
            ...shared,
            lowPrice: Math.min(...prices),
            highPrice: Math.max(...prices),
            offerCount: variants.length,
          }
        : {
            '@type': 'Offer',
            ...shared,
            price: product.saleprice,
            itemCondition: 'https://schema.org/NewCondition',
          },
    }),
  }
}

function availability(variants: readonly Variant[]): string {
  return `https://schema.org/${variants.some(({ stock }) => stock > 0) ? 'InStock' : 'OutOfStock'}`
}
