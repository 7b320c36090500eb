import { expect, test } from 'vitest'
import { chipsOf } from './chips.ts'
import { listingSearch, readListing } from './listing-address.ts'

const shop = { currency: 'INR', locale: 'en-IN' }
const categories = [{ id: 3, name: 'Lighting' }]

function chips(query: string) {
  const listing = readListing(new URLSearchParams(query), categories)
  return chipsOf(listing, categories, shop).map(({ name, value, without }) => [
    `${name}: ${value}`,
    listingSearch(without),
  ])
}

test('each applied filter is named and leads to the first page of the list without it', () => {
  expect(
    chips('category=3&min=500&max=2000&instock=1&spec.Colour=Sage&spec.Colour=Clay&sort=name&page=2'),
  ).toEqual([
    ['Category: Lighting', '?sort=name&min=500&max=2000&instock=1&spec.Colour=Sage&spec.Colour=Clay'],
    ['Price: Rs. 500 to Rs. 2,000', '?sort=name&category=3&instock=1&spec.Colour=Sage&spec.Colour=Clay'],
    ['Availability: In stock', '?sort=name&category=3&min=500&max=2000&spec.Colour=Sage&spec.Colour=Clay'],
    ['Colour: Sage', '?sort=name&category=3&min=500&max=2000&instock=1&spec.Colour=Clay'],
    ['Colour: Clay', '?sort=name&category=3&min=500&max=2000&instock=1&spec.Colour=Sage'],
  ])
})

test('a price may be open at one end', () => {
  expect(chips('min=500')[0]).toEqual(['Price: From Rs. 500', ''])
  expect(chips('max=99.5')[0]).toEqual(['Price: Up to Rs. 99.50', ''])
})

test('stars are said in words', () => {
  expect(chips('rating=4&instock=1')[1]).toEqual(['Rating: 4 stars and more', '?instock=1'])
  expect(chips('rating=1')[0]).toEqual(['Rating: 1 star and more', ''])
})

test('order and page are no filters', () => {
  expect(chips('sort=name&page=3')).toEqual([])
})
