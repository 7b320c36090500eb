import { knownOption } from '#contract/catalog/known-option.ts'
import { links } from '#contract/links.ts'
import { availabilityOf } from '#web/data/availability.ts'
import type { ProductDetail, Variant } from '#contract/catalog/product.ts'
import type { Shop } from '#contract/shop/shop.ts'
import { plainText } from '#web/lib/format/plain-text.ts'
import type { OfferTerms } from './structured-delivery.ts'
import { addsTax } from '../adds-tax.ts'

type StructuredShop = Pick<Shop, 'currency' | 'pricesIncludeTax'>

/**
 * The product in schema.org terms: a `Product` with an offer or, if there is something to choose, a `ProductGroup` with a
 * `Product` for each variant, as Google describes it for search results:
 * https://developers.google.com/search/docs/appearance/structured-data/product-variants
 * `terms` are those of each price. Properties without a value are undefined, so that JSON leaves them out.
 */
export function structuredProduct(
  product: ProductDetail,
  shop: StructuredShop,
  origin: string,
  terms: OfferTerms,
) {
  const { productid, variants, rating, ratings, brand, origin: madeIn } = product
  const url = origin + links.product(productid)
  const shared = {
    '@id': url,
    url,
    name: product.productname,
    description: plainText(product.descriptionhtml),
    image: product.images.map(({ file }) => origin + links.image(file)),
    category: [product.productcategoryname, product.subcategoryname].filter(Boolean).join(' > '),
    // The shop is the seller, not the brand.
    brand: brand ? { '@type': 'Brand', name: brand } : undefined,
    countryOfOrigin: madeIn ?? undefined,
    ...propertiesOf(product.details),
    aggregateRating:
      rating === null
        ? undefined
        : { '@type': 'AggregateRating', ratingValue: rating, ratingCount: ratings, bestRating: 5 },
  }
  const offer = (variant: Variant, at: string) => ({
    ...offerOf(variant, product, shop, at),
    ...terms[variant.saleprice],
  })
  const [only, ...others] = variants
  if (!only || others.length === 0) {
    return {
      '@type': 'Product',
      ...shared,
      ...(only && { ...identityOf(only), offers: offer(only, url) }),
    }
  }
  return {
    '@type': 'ProductGroup',
    ...shared,
    productGroupID: String(productid),
    variesBy: product.options.map(({ name }) => knownProperty(name) ?? name),
    hasVariant: variants.map((variant) => {
      const variantUrl = `${url}?variant=${variant.variantid}`
      const image = variant.image ?? product.defaultimage
      return {
        '@type': 'Product',
        name: `${product.productname}, ${Object.values(variant.options).join(', ')}`,
        ...identityOf(variant),
        ...(image && { image: origin + links.image(image) }),
        ...optionsOf(variant),
        offers: offer(variant, variantUrl),
      }
    }),
  }
}

/** What custom fields say of the product, by the properties that staff have chosen for them. */
function propertiesOf(details: ProductDetail['details']): Record<string, string> {
  return Object.fromEntries(
    details.flatMap(({ property, description }) => (property ? [[property, description]] : [])),
  )
}

/** The SKU, or the id of a variant that has none, and the numbers that the maker gave it. */
function identityOf({ sku, variantid, barcode, mpn }: Variant) {
  return {
    ...(sku ? { sku } : { productID: String(variantid) }),
    gtin: barcode ?? undefined,
    mpn: mpn ?? undefined,
  }
}

const schemaAvailability = { 'in-stock': 'InStock', backorder: 'BackOrder', 'sold-out': 'OutOfStock' }

function offerOf(variant: Variant, product: ProductDetail, shop: StructuredShop, url: string) {
  const { currency: priceCurrency } = shop
  const { saleprice, saleends, price } = variant
  const valueAddedTaxIncluded = !addsTax(shop, product)
  const now = {
    '@type': 'UnitPriceSpecification',
    priceCurrency,
    price: saleprice,
    valueAddedTaxIncluded,
  }
  const regular = { ...now, price, priceType: 'https://schema.org/StrikethroughPrice' }
  return {
    '@type': 'Offer',
    url,
    price: saleprice,
    priceCurrency,
    priceValidUntil: saleends ?? undefined,
    priceSpecification: saleprice < price ? [now, regular] : now,
    availability: `https://schema.org/${schemaAvailability[availabilityOf(variant)]}`,
    itemCondition: 'https://schema.org/NewCondition',
  }
}

function knownProperty(name: string) {
  const property = knownOption(name)
  return property && `https://schema.org/${property}`
}

/** The options of a variant as properties, those that schema.org does not know as `additionalProperty`. */
function optionsOf({ options }: Variant): Record<string, unknown> {
  const properties: Record<string, string> = {}
  const others: object[] = []
  for (const [name, value] of Object.entries(options)) {
    const property = knownOption(name)
    if (property) properties[property] = value
    else others.push({ '@type': 'PropertyValue', name, value })
  }
  return others.length > 0 ? { ...properties, additionalProperty: others } : properties
}
