import { expect, test } from 'vitest'
import { readProducts } from './read-products.ts'
import type { ImportedProduct } from '../imported-product.ts'

/** How each variant is counted, and its units, by SKU; then the notes. */
const stockIn = (products: readonly ImportedProduct[]) =>
  products.flatMap(({ variants, notes, problems }) =>
    variants.map(({ sku, tracked, sellWhenSoldOut, stock }) => [
      sku,
      tracked,
      sellWhenSoldOut,
      stock,
      ...notes,
      ...problems,
    ]),
  )

test('Shopify: no tracker is not counted, and “continue” sells beyond the stock', async () => {
  const products = await readProducts(
    'Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Inventory Tracker,Variant Inventory Qty,Variant Inventory Policy,Variant Price,Image Src',
    'ebook,E-book,Title,Default Title,EB-1,,0,continue,9.99,',
    'made,Made to order,Title,Default Title,MTO,shopify,-3,continue,49,',
    'tee,Tee,Size,S,T-S,shopify,4,deny,20,https://x/1.jpg',
    'tee,,,M,T-M,shopify,-2,deny,20,',
    'tee,,,,,,,,,https://x/2.jpg',
  )
  expect(stockIn(products)).toEqual([
    ['EB-1', false, false, undefined],
    ['MTO', true, true, -3],
    ['T-S', true, false, 4],
    ['T-M', true, false, -2],
  ])
})

test('Shopify: the headings of the newer template, and a file without quantities', async () => {
  const newer = await readProducts(
    'URL handle,Title,Option1 name,Option1 value,SKU,Inventory tracker,Inventory quantity,Continue selling when out of stock,Price',
    'cup,Cup,Title,Default Title,C,shopify,7,TRUE,9',
    'pin,Pin,Title,Default Title,P,,,FALSE,9',
  )
  expect(stockIn(newer)).toEqual([
    ['C', true, true, 7],
    ['P', false, false, undefined],
  ])
  const without = await readProducts(
    'Handle,Title,Variant SKU,Variant Inventory Tracker,Variant Price',
    'cup,Cup,C,shopify,9',
    'pin,Pin,P,,9',
  )
  expect(stockIn(without)).toEqual([
    ['C', true, undefined, undefined],
    ['P', false, false, undefined],
  ])
})

test('WooCommerce: an empty Stock is not counted, and backorders are sold', async () => {
  const products = await readProducts(
    'ID,Type,SKU,Name,Published,In stock?,Stock,Backorders allowed?,Regular price,Parent,Attribute 1 name,Attribute 1 value(s)',
    '5,simple,S5,Backorder ok,1,1,0,1,10,,,',
    '6,simple,S6,Backorder notify,1,1,-2,notify,10,,,',
    '9,simple,S9,Not a number,1,1,plenty,0,10,,,',
    '10,simple,S10,Half,1,1,2.5,0,10,,,',
    '11,simple,S11,Word,1,outofstock,,0,10,,,',
    '12,"simple, virtual",S12,Virtual,1,1,,0,10,,,',
    '13,simple,S13,On backorder,1,backorder,,0,10,,,',
    '14,variable,P14,Tee,1,1,8,0,,,Size,"S, M"',
    '15,variation,P14-S,Tee - S,1,1,parent,0,12,P14,Size,S',
    '16,variation,P14-M,Tee - M,1,1,3,0,12,P14,Size,M',
  )
  const shared = 'Its variants share their stock. Enter the stock of each after the import.'
  expect(stockIn(products)).toEqual([
    ['S5', true, true, 0],
    ['S6', true, true, -2],
    ['S9', true, false, undefined, 'Line 4: “plenty” under Stock is not an amount'],
    ['S10', true, false, undefined, 'Line 5: Stock must be a whole number'],
    ['S11', true, false, 0],
    ['S12', false, false, undefined],
    ['S13', true, true, 0],
    ['P14-S', true, false, 0, shared],
    ['P14-M', true, false, 3, shared],
  ])
})

test('Magento: stock that is not managed, and backorders', async () => {
  const products = await readProducts(
    'sku,product_type,attribute_set_code,name,price,qty,manage_stock,use_config_manage_stock,allow_backorders,use_config_backorders',
    'A,simple,Default,A,10,0,0,0,0,1',
    'B,simple,Default,B,10,3.0000,1,1,1,0',
    'C,simple,Default,C,10,3.0000,0,1,1,1',
  )
  expect(stockIn(products)).toEqual([
    ['A', false, undefined, undefined],
    ['B', undefined, true, 3],
    ['C', undefined, undefined, 3],
  ])
})

test('the file of this shop says how each variant is counted', async () => {
  const products = await readProducts(
    'Handle,Name,Option 1 name,SKU,Price,Stock,Count stock,Sell when sold out',
    'a,A,,A,10,5,no,no',
    'b,B,,B,10,-4,yes,yes',
    'c,C,,C,10,5,,',
    'd,D,,D,10,5,perhaps,',
  )
  expect(stockIn(products)).toEqual([
    ['A', false, false, undefined],
    ['B', true, true, -4],
    ['C', undefined, undefined, 5],
    ['D', undefined, undefined, 5, 'Line 5: “perhaps” under Count stock is neither yes nor no'],
  ])
})
