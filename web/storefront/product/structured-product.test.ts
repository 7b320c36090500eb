import Validator from '@adobe/structured-data-validator'
import { expect, test } from 'vitest'
import type { ProductDetail, Variant } from '#contract/catalog/product.ts'
import { offerTerms, type StructuredDelivery } from './structured-delivery.ts'
import { structuredProduct } from './structured-product.ts'

const variant = (variantid: number, saleprice: number, stock: number, Colour = 'Sage'): Variant => ({
  variantid,
  sku: `OS${variantid}`,
  options: { Colour },
  price: saleprice,
  saleprice,
  percentoff: 0,
  saleends: null,
  stock,
  tracked: true,
  sellwhensoldout: false,
  image: `${variantid}.webp`,
  barcode: null,
  mpn: null,
})

const delivery: StructuredDelivery = {
  returns: { days: 14, paidBy: 'shop' },
  schedule: { cutoffHour: 14, weekdays: [1, 2, 6], timeZone: 'Asia/Kolkata' },
  regions: [
    {
      country: 'IN',
      states: ['Ladakh'],
      pincodes: [{ from: '194101', to: '194999' }],
      days: { from: 8, to: 12 },
      rates: [{ from: 0, price: 150 }],
    },
    {
      country: 'IN',
      states: [],
      pincodes: [],
      days: { from: 3, to: 6 },
      rates: [
        { from: 0, price: 99 },
        { from: 600, price: 0 },
      ],
    },
  ],
}

function structured(
  variants: Variant[],
  more: Partial<ProductDetail> = {},
  pricesIncludeTax = true,
  terms = delivery,
): Record<string, unknown> {
  const product = {
    productid: 7,
    productname: 'Mug',
    productdescription: 'A **mug**.',
    descriptionhtml: '<p>A <strong>mug</strong>.</p>',
    taxed: true,
    images: [{ file: 'mug.webp', width: 1200, height: 1200, alt: '' }],
    defaultimage: 'mug.webp',
    details: [],
    productcategoryname: 'Tableware',
    subcategoryname: null,
    brand: null,
    origin: null,
    specifications: [],
    options: [{ name: 'Colour', values: ['Sage', 'Clay'] }],
    variants,
    rating: null,
    ratings: 0,
    ...more,
  } as unknown as ProductDetail
  const found = structuredProduct(
    product,
    { currency: 'INR', pricesIncludeTax },
    'https://shop.example',
    offerTerms(
      terms,
      variants.map(({ saleprice }) => saleprice),
      'INR',
    ),
  )
  // As the page writes it.
  return JSON.parse(JSON.stringify(found)) as Record<string, unknown>
}

/** What Google's rules for search results find wrong, by a validator that is not ours. */
async function errorsIn(...things: Record<string, unknown>[]) {
  const jsonld: Record<string, object[]> = {}
  for (const thing of things)
    (jsonld[String(thing['@type'])] ??= []).push({ '@context': 'https://schema.org', ...thing })
  const issues = await new Validator().validate({ jsonld, microdata: {}, rdfa: {} })
  return issues.filter(({ severity }) => severity === 'ERROR').map(({ issueMessage }) => issueMessage)
}

test('describes a product without a choice as one offer', () => {
  const mug = structured([variant(3, 549, 3)])
  expect(mug).toMatchObject({
    '@type': 'Product',
    sku: 'OS3',
    category: 'Tableware',
    image: ['https://shop.example/uploads/mug.webp'],
    offers: {
      '@type': 'Offer',
      price: 549,
      priceCurrency: 'INR',
      url: 'https://shop.example/product-details/7',
      availability: 'https://schema.org/InStock',
    },
  })
  expect(mug).not.toHaveProperty('brand')
})

test('knows options by their common spellings', () => {
  const fabric = { ...variant(1, 499, 5), options: { colour: 'Sage', FABRIC: 'Linen' } }
  const other = { ...variant(2, 499, 5), options: { colour: 'Clay', FABRIC: 'Linen' } }
  const options = ['colour', 'FABRIC'].map((name) => ({ name, values: [] }))
  expect(structured([fabric, other], { options })).toMatchObject({
    variesBy: ['https://schema.org/color', 'https://schema.org/material'],
    hasVariant: [{ color: 'Sage', material: 'Linen' }, { color: 'Clay' }],
  })
})

test('names brand, origin, GTIN and MPN', () => {
  const numbered = { ...variant(3, 549, 3), barcode: '4006381333931', mpn: 'M-1' }
  const more = { brand: 'Kumbhar', origin: 'IN' }
  const numbers = { sku: 'OS3', gtin: '4006381333931', mpn: 'M-1' }
  expect(structured([numbered], more)).toMatchObject({
    ...numbers,
    brand: { '@type': 'Brand', name: 'Kumbhar' },
    countryOfOrigin: 'IN',
  })
  expect(structured([numbered, variant(4, 649, 1, 'Clay')], more)).toMatchObject({
    brand: { name: 'Kumbhar' },
    hasVariant: [numbers, { sku: 'OS4' }],
  })
})

test('tells a backorder from what is in stock without being counted', () => {
  const group = structured([
    { ...variant(3, 549, 0), sellwhensoldout: true },
    { ...variant(4, 549, 0, 'Clay'), stock: null, tracked: false },
  ])
  expect(group).toMatchObject({
    hasVariant: [
      { offers: { availability: 'https://schema.org/BackOrder' } },
      { offers: { availability: 'https://schema.org/InStock' } },
    ],
  })
})

test('describes variants as a group, each with its own address, SKU, image and offer', () => {
  const group = structured([variant(3, 549, 0), variant(4, 649.5, 2, 'Clay')])
  expect(group).toMatchObject({
    '@type': 'ProductGroup',
    productGroupID: '7',
    variesBy: ['https://schema.org/color'],
    hasVariant: [
      { sku: 'OS3', color: 'Sage', offers: { price: 549, availability: 'https://schema.org/OutOfStock' } },
      {
        name: 'Mug, Clay',
        sku: 'OS4',
        color: 'Clay',
        image: 'https://shop.example/uploads/4.webp',
        offers: { price: 649.5, url: 'https://shop.example/product-details/7?variant=4' },
      },
    ],
  })
  expect(group).not.toHaveProperty('offers')
})

test('names an option that schema.org does not know', () => {
  const chair = { ...variant(3, 549, 1), options: { Wood: 'Oak' } }
  expect(structured([chair, variant(4, 5, 1)], { options: [{ name: 'Wood', values: [] }] })).toMatchObject({
    variesBy: ['Wood'],
    hasVariant: [{ additionalProperty: [{ name: 'Wood', value: 'Oak' }] }, {}],
  })
})

test('includes the rating if there is one', () => {
  expect(structured([variant(3, 549, 1)])).not.toHaveProperty('aggregateRating')
  expect(structured([variant(3, 549, 1)], { rating: 4.3, ratings: 12 })).toMatchObject({
    aggregateRating: { '@type': 'AggregateRating', ratingValue: 4.3, ratingCount: 12, bestRating: 5 },
  })
})

test('says whether the price includes tax, and the regular price of an offer', () => {
  const spec = (each: Variant, included: boolean) =>
    (structured([each], {}, included)['offers'] as { priceSpecification: unknown }).priceSpecification
  const now = {
    '@type': 'UnitPriceSpecification',
    priceCurrency: 'INR',
    price: 549,
    valueAddedTaxIncluded: true,
  }
  expect(spec(variant(3, 549, 1), true)).toEqual(now)
  expect(spec({ ...variant(3, 549, 1), price: 600 }, false)).toEqual([
    { ...now, valueAddedTaxIncluded: false },
    {
      ...now,
      price: 600,
      valueAddedTaxIncluded: false,
      priceType: 'https://schema.org/StrikethroughPrice',
    },
  ])
})

test('says until when a sale price counts', () => {
  const sale = { ...variant(3, 549, 1), price: 600, saleends: '2026-12-01T18:30:00.000Z' }
  expect(structured([sale])['offers']).toMatchObject({ price: 549, priceValidUntil: sale.saleends })
  expect(structured([variant(3, 549, 1)])['offers']).not.toHaveProperty('priceValidUntil')
})

test('says what each offer costs to deliver, where and when, and how it is returned', () => {
  const { hasVariant } = structured([variant(3, 549, 3), variant(4, 649, 3, 'Clay')]) as {
    hasVariant: { offers: object }[]
  }
  const days = (minValue: number, maxValue: number) => ({ minValue, maxValue, unitCode: 'DAY' })
  expect(hasVariant[0]?.offers).toMatchObject({
    shippingDetails: [
      {
        '@type': 'OfferShippingDetails',
        shippingRate: { value: 150, currency: 'INR' },
        shippingDestination: {
          addressCountry: 'IN',
          addressRegion: ['Ladakh'],
          postalCodeRange: [{ postalCodeBegin: '194101', postalCodeEnd: '194999' }],
        },
        deliveryTime: { transitTime: days(8, 12) },
      },
      {
        shippingRate: { value: 99 },
        deliveryTime: {
          handlingTime: days(0, 1),
          transitTime: days(3, 6),
          businessDays: {
            dayOfWeek: ['Monday', 'Tuesday', 'Saturday'].map((day) => `https://schema.org/${day}`),
          },
        },
      },
    ],
    hasMerchantReturnPolicy: {
      '@type': 'MerchantReturnPolicy',
      applicableCountry: ['IN'],
      returnPolicyCategory: 'https://schema.org/MerchantReturnFiniteReturnWindow',
      merchantReturnDays: 14,
      returnFees: 'https://schema.org/FreeReturn',
    },
  })
  expect(hasVariant[1]?.offers).toMatchObject({
    shippingDetails: [{ shippingRate: { value: 150 } }, { shippingRate: { value: 0 } }],
  })
  const final = structured([variant(3, 549, 3)], {}, true, {
    ...delivery,
    returns: { days: 0, paidBy: 'shop' },
  })
  expect((final['offers'] as { hasMerchantReturnPolicy: unknown }).hasMerchantReturnPolicy).toEqual({
    '@type': 'MerchantReturnPolicy',
    applicableCountry: ['IN'],
    returnPolicyCategory: 'https://schema.org/MerchantReturnNotPermitted',
  })
})

test('has no errors for an independent validator, which finds a missing price and a missing rate', async () => {
  const rated = { rating: 4.3, ratings: 12 }
  const mug = structured([variant(3, 549, 3)], rated)
  const group = structured([variant(3, 549, 0), { ...variant(4, 649.5, 2, 'Clay'), price: 800 }], rated)
  expect(await errorsIn(mug, group)).toEqual([])
  const [first] = group['hasVariant'] as { offers: { shippingDetails: object[] } }[]
  const broken = { ...group, hasVariant: [{ ...first, offers: { '@type': 'Offer' } }] }
  expect((await errorsIn(broken)).join()).toContain('price')
  const [details] = first?.offers.shippingDetails ?? []
  const withoutRate = { ...first?.offers, shippingDetails: { ...details, shippingRate: undefined } }
  expect((await errorsIn({ ...mug, offers: withoutRate })).join()).toContain('shippingRate')
})

test('custom fields fill the properties that staff have chosen', () => {
  const details = [
    { name: 'Body', description: 'Stoneware', property: 'material' as const },
    { name: 'Care', description: 'Wipe it dry' },
  ]
  const product = structured([variant(1, 500, 3)], { details })
  expect(product).toMatchObject({ material: 'Stoneware' })
  expect(JSON.stringify(product)).not.toContain('Wipe it dry')
})
