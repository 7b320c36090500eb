import { expect, test } from 'vitest'
import type { ProductCard } from '#contract/catalog/product.ts'
import { parseViewed, addViewed } from './viewed-products.ts'

const image = { file: 'mug.webp', width: 1200, height: 1200, alt: 'A mug' }
const card = (productid: number) =>
  ({ productid, productcategoryid: 1, productname: `No. ${productid}`, images: [image] }) as ProductCard

test('puts the newest first, removes duplicates and limits the list', () => {
  let list = [1, 2, 3].reduce((viewed, id) => addViewed(viewed, card(id)), parseViewed(null))
  list = addViewed(list, card(1))
  expect(list.map(({ productid }) => productid)).toEqual([1, 3, 2])
  for (let id = 10; id < 30; id++) list = addViewed(list, card(id))
  expect(list).toHaveLength(9)
})

test('parses a stored list', () => {
  const list = addViewed([], card(7))
  expect(parseViewed(JSON.stringify(list))).toEqual([
    { productid: 7, productcategoryid: 1, productname: 'No. 7', image },
  ])
})

test('parses invalid data as an empty list', () => {
  expect(parseViewed('{')).toEqual([])
  expect(parseViewed('"x"')).toEqual([])
  const bad = [null, 1, { productid: 1 }, { ...addViewed([], card(1))[0], image: { file: 1 } }]
  expect(parseViewed(JSON.stringify(bad))).toEqual([])
})
