import { expect, test } from 'vitest'
import type { ProductCard } from '#contract/product.ts'
import { readViewed, withViewed } from './viewed-products.ts'

const picture = { file: 'mug.webp', width: 1200, height: 1200, alt: 'A mug' }
const card = (productid: number) =>
  ({ productid, productcategoryid: 1, productname: `No. ${productid}`, pictures: [picture] }) as ProductCard

test('the newest stands first, each once, and no more than are shown', () => {
  let list = [1, 2, 3].reduce((viewed, id) => withViewed(viewed, card(id)), readViewed(null))
  list = withViewed(list, card(1))
  expect(list.map(({ productid }) => productid)).toEqual([1, 3, 2])
  for (let id = 10; id < 30; id++) list = withViewed(list, card(id))
  expect(list).toHaveLength(9)
})

test('what was kept is read again', () => {
  const list = withViewed([], card(7))
  expect(readViewed(JSON.stringify(list))).toEqual([
    { productid: 7, productcategoryid: 1, productname: 'No. 7', picture },
  ])
})

test('whatever else stands in the storage counts as nothing', () => {
  expect(readViewed('{')).toEqual([])
  expect(readViewed('"x"')).toEqual([])
  const bad = [null, 1, { productid: 1 }, { ...withViewed([], card(1))[0], picture: { file: 1 } }]
  expect(readViewed(JSON.stringify(bad))).toEqual([])
})
