import { expect, test } from 'vitest'
import type { ProductDetail, Variant } from '#contract/catalog/product.ts'
import { structuredProduct } from './structured-product.ts'

const variant = (saleprice: number, stock: number): Variant => ({
  variantid: saleprice,
  sku: 'OS1',
  options: {},
  price: saleprice,
  saleprice,
  stock,
  image: null,
})

function structured(
  variants: Variant[],
  rating: Partial<ProductDetail> = { rating: null, ratings: 0 },
  pricesIncludeTax = true,
) {
  const product = {
    productid: 7,
    productname: 'Mug',
    productdescription: 'A **mug**.',
    descriptionhtml: '<p>A <strong>mug</strong>.</p>',
    productgst: 18,
    saleprice: Math.min(...variants.map(({ saleprice }) => saleprice)),
    severalprices: new Set(variants.map(({ saleprice }) => saleprice)).size > 1,
    images: [{ file: 'mug.webp', width: 1200, height: 1200, alt: '' }],
    productcategoryname: 'Tableware',
    subcategoryname: null,
    variants,
    ...rating,
  } as unknown as ProductDetail
  return structuredProduct(product, { currency: 'INR', pricesIncludeTax }, 'https://shop.example')
}

test('describes a product with one price as one offer', () => {
  const mug = structured([variant(549, 3)])
  expect(mug).toMatchObject({
    sku: 'OS1',
    category: 'Tableware',
    image: ['https://shop.example/uploads/mug.webp'],
  })
  expect(mug.offers).toMatchObject({
    '@type': 'Offer',
    price: 549,
    priceCurrency: 'INR',
    url: 'https://shop.example/product-details/7',
    availability: 'https://schema.org/InStock',
  })
})

test('describes variants with different prices as a range', () => {
  expect(structured([variant(549, 0), variant(649.5, 2)]).offers).toMatchObject({
    '@type': 'AggregateOffer',
    lowPrice: 549,
    highPrice: 649.5,
    offerCount: 2,
    availability: 'https://schema.org/InStock',
  })
})

test('is out of stock if no variant is available', () => {
  expect(structured([variant(549, 0), variant(549, 0)]).offers?.availability).toBe(
    'https://schema.org/OutOfStock',
  )
})

test('includes the rating if there is one', () => {
  expect(structured([variant(549, 1)])).not.toHaveProperty('aggregateRating')
  expect(structured([variant(549, 1)], { rating: 4.3, ratings: 12 })).toMatchObject({
    aggregateRating: { '@type': 'AggregateRating', ratingValue: 4.3, ratingCount: 12, bestRating: 5 },
  })
})

test('says whether the price includes tax', () => {
  const offers = (variants: Variant[], pricesIncludeTax: boolean) =>
    structured(variants, { rating: null }, pricesIncludeTax).offers?.priceSpecification
  expect(offers([variant(549, 1)], true)).toEqual({
    '@type': 'UnitPriceSpecification',
    priceCurrency: 'INR',
    price: 549,
    valueAddedTaxIncluded: true,
  })
  expect(offers([variant(549, 1), variant(649, 1)], false)).toEqual({
    '@type': 'UnitPriceSpecification',
    priceCurrency: 'INR',
    minPrice: 549,
    maxPrice: 649,
    valueAddedTaxIncluded: false,
  })
})
