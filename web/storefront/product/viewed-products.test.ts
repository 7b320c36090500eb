import { expect, test } from 'vitest'
import { parseViewed, addViewed } from './viewed-products.ts'

const image = { file: 'mug.webp', width: 1200, height: 1200, alt: 'A mug' }
const viewed = (productid: number) => ({
  productid,
  productcategoryid: 1,
  productname: `No. ${productid}`,
  image,
})

test('puts the newest first, removes duplicates and limits the list', () => {
  let list = [1, 2, 3].reduce((before, id) => addViewed(before, viewed(id)), parseViewed(null))
  list = addViewed(list, viewed(1))
  expect(list.map(({ productid }) => productid)).toEqual([1, 3, 2])
  for (let id = 10; id < 30; id++) list = addViewed(list, viewed(id))
  expect(list).toHaveLength(9)
})

test('parses a stored list', () => {
  const list = addViewed([], viewed(7))
  expect(parseViewed(JSON.stringify(list))).toEqual([
    { productid: 7, productcategoryid: 1, productname: 'No. 7', image },
  ])
})

test('parses invalid data as an empty list', () => {
  expect(parseViewed('{')).toEqual([])
  expect(parseViewed('"x"')).toEqual([])
  const bad = [null, 1, { productid: 1 }, { ...addViewed([], viewed(1))[0], image: { file: 1 } }]
  expect(parseViewed(JSON.stringify(bad))).toEqual([])
})
