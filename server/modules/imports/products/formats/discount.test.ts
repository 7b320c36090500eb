import { expect, test } from 'vitest'
import { readProducts } from './read-products.ts'
import { toSale } from './discount.rules.ts'

test('Shopify: each variant keeps its own price before the discount', async () => {
  const products = await readProducts(
    'Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Inventory Qty,Variant Price,Variant Compare At Price',
    'ca,Compare low,Title,Default Title,CA1,1,10,8',
    'cb,Compare zero,Title,Default Title,CA2,1,10,0.00',
    'cc,Compare mixed,Size,S,CA3,1,10,15',
    'cc,,,M,CA4,1,10,12',
    'cd,One of two,Size,S,CD1,1,10,15',
    'cd,,,M,CD2,1,12,',
  )
  expect(products).toMatchObject([
    { offer: 0, variants: [{ price: 10, salePrice: null }] },
    { offer: 0, variants: [{ price: 10, salePrice: null }] },
    {
      variants: [
        { price: 15, salePrice: 10 },
        { price: 12, salePrice: 10 },
      ],
      saleStartsAt: null,
      saleEndsAt: null,
      notes: [],
    },
    {
      variants: [
        { price: 15, salePrice: 10 },
        { price: 12, salePrice: null },
      ],
    },
  ])
  expect(products[0]).not.toHaveProperty('saleEndsAt')
})

const woo =
  'ID,Type,SKU,Name,Published,Date sale price starts,Date sale price ends,In stock?,Stock,Sale price,Regular price,Parent,Attribute 1 name,Attribute 1 value(s)'

test('WooCommerce: a sale that is over is none, and one to come waits', async () => {
  const [over, coming, endless, dear] = await readProducts(
    woo,
    '1,simple,S1,Sale over,1,2020-01-01,2020-02-01,1,5,5,10,,,',
    '2,simple,S2,Sale to come,1,2130-01-01,2130-02-01 12:30:00,1,5,5,10,,,',
    '3,simple,S3,Sale,1,,,1,5,5,10,,,',
    '4,simple,S4,Dear sale,1,,,1,5,12,10,,,',
  )
  expect(over).toMatchObject({
    variants: [{ price: 10, salePrice: null }],
    notes: ['The sale ended on 2020-02-01, so the regular price counts'],
  })
  // A day is one of the shop, and the last one counts as a whole.
  expect(coming).toMatchObject({
    variants: [{ price: 10, salePrice: 5 }],
    saleStartsAt: '2129-12-31T18:30:00.000Z',
    saleEndsAt: '2130-02-01T07:00:00.000Z',
    notes: [],
  })
  expect(endless).toMatchObject({
    variants: [{ price: 10, salePrice: 5 }],
    saleStartsAt: null,
    saleEndsAt: null,
  })
  expect(dear).toMatchObject({ variants: [{ price: 10, salePrice: null }] })
})

test('WooCommerce: variations whose sale has other dates come without it', async () => {
  const [tee] = await readProducts(
    woo,
    '1,variable,P,Tee,1,,,1,,,,,Size,"S, M, L"',
    '2,variation,P-S,Tee - S,1,2020-01-01,2020-02-01,1,3,8,12,P,Size,S',
    '3,variation,P-M,Tee - M,1,2130-01-01,2130-01-31,1,3,9,12,P,Size,M',
    '4,variation,P-L,Tee - L,1,,,1,3,7,12,P,Size,L',
  )
  expect(tee).toMatchObject({
    variants: [{ salePrice: null }, { salePrice: 9 }, { salePrice: null }],
    saleEndsAt: '2130-01-31T18:30:00.000Z',
  })
  expect(tee?.notes).toHaveLength(2)
})

test('a sale ends at its moment, not after it', () => {
  const sold = {
    options: {},
    price: 10,
    salePrice: 5,
    saleTimes: { ends: '2026-02-01T00:00:00.000Z', endsText: '2026-02-01' },
  }
  const at = (now: string) => toSale([sold], { notes: [] }, now).variants[0]?.salePrice
  expect(at('2026-01-31T23:59:59.999Z')).toBe(5)
  expect(at('2026-02-01T00:00:00.000Z')).toBeNull()
})

test('Magento and the own file: sale price and dates', async () => {
  const [bag] = await readProducts(
    'sku,attribute_set_code,product_type,categories,name,product_online,price,special_price,special_price_from_date,special_price_to_date,url_key,qty',
    'B,Bag,simple,Default Category/Gear,Bag,1,10,8,2026-01-01,,bag,3',
  )
  expect(bag).toMatchObject({
    variants: [{ price: 10, salePrice: 8 }],
    saleStartsAt: '2025-12-31T18:30:00.000Z',
    saleEndsAt: null,
  })
  const [mug, none, absent] = await readProducts(
    'Handle,Name,Option 1 name,Price,Sale price,Sale starts,Sale ends',
    'mug,Mug,,10,8,,2030-11-30T18:30:00.000Z',
    'none,None,,10,0,,',
    'absent,Absent,,10,,,',
  )
  expect(mug).toMatchObject({
    variants: [{ price: 10, salePrice: 8 }],
    saleStartsAt: undefined,
    saleEndsAt: '2030-11-30T18:30:00.000Z',
  })
  expect(none?.variants[0]?.salePrice).toBeNull()
  expect(absent?.variants[0]?.salePrice).toBeUndefined()
  const [tea] = await readProducts('Name,Sale price', 'Tea,5')
  expect(tea?.variants).toMatchObject([{ price: 5, salePrice: undefined }])
})
