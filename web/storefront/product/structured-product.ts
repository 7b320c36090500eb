import { links } from '#contract/links.ts'
import type { ProductDetail, Variant } from '#contract/catalog/product.ts'
import type { Shop } from '#contract/shop.ts'
import { plainText } from '../../lib/format/plain-text.ts'
import { addsTax } from '../adds-tax.ts'

/** The product in schema.org terms: one offer, or a range if the variants differ in price. */
export function structuredProduct(
  product: ProductDetail,
  shop: Pick<Shop, 'currency' | 'pricesIncludeTax'>,
  origin: string,
) {
  const { variants } = product
  const url = origin + links.product(product.productid)
  const onlyVariant = variants.length === 1 ? variants[0] : undefined
  const prices = variants.map(({ saleprice }) => saleprice)
  const range = { minPrice: Math.min(...prices), maxPrice: Math.max(...prices) }
  const priceSpecification = {
    '@type': 'UnitPriceSpecification',
    priceCurrency: shop.currency,
    ...(product.severalprices ? range : { price: product.saleprice }),
    valueAddedTaxIncluded: !addsTax(shop, product),
  }
  const shared = {
    url,
    priceCurrency: shop.currency,
    availability: availability(variants),
    priceSpecification,
  }
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
            lowPrice: range.minPrice,
            highPrice: range.maxPrice,
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
