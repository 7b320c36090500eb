import { expect, test } from 'vitest'
import { listAppliedFilters } from './applied-filters.ts'
import { listingQuery, parseListing } from '../listing-query.ts'

const shop = { currency: 'INR', locale: 'en-IN' }
const categories = [{ id: 3, name: 'Lighting' }]

function filters(query: string) {
  const listing = parseListing(new URLSearchParams(query), categories)
  return listAppliedFilters(listing, categories, shop).map(({ name, value, without }) => [
    `${name}: ${value}`,
    listingQuery(without),
  ])
}

test('names each filter and links to the first page without it', () => {
  expect(
    filters('category=3&min=500&max=2000&instock=1&spec.Colour=Sage&spec.Colour=Clay&sort=name&page=2'),
  ).toEqual([
    ['Category: Lighting', '?sort=name&min=500&max=2000&instock=1&spec.Colour=Sage&spec.Colour=Clay'],
    ['Price: Rs. 500 to Rs. 2,000', '?sort=name&category=3&instock=1&spec.Colour=Sage&spec.Colour=Clay'],
    ['Availability: In stock', '?sort=name&category=3&min=500&max=2000&spec.Colour=Sage&spec.Colour=Clay'],
    ['Colour: Sage', '?sort=name&category=3&min=500&max=2000&instock=1&spec.Colour=Clay'],
    ['Colour: Clay', '?sort=name&category=3&min=500&max=2000&instock=1&spec.Colour=Sage'],
  ])
})

test('describes a price range with one end', () => {
  expect(filters('min=500')[0]).toEqual(['Price: From Rs. 500', ''])
  expect(filters('max=99.5')[0]).toEqual(['Price: Up to Rs. 99.50', ''])
})

test('describes the rating', () => {
  expect(filters('rating=4&instock=1')[1]).toEqual(['Rating: 4 stars & up', '?instock=1'])
  expect(filters('rating=1')[0]).toEqual(['Rating: 1 star & up', ''])
})

test('ignores sort order and page', () => {
  expect(filters('sort=name&page=3')).toEqual([])
})
