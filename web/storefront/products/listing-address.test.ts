import { describe, expect, test } from 'vitest'
import {
  filterCount,
  listingFilter,
  listingSearch,
  readListing,
  toggleSpec,
  withoutFilters,
} from './listing-address.ts'

const read = (query: string) =>
  readListing(
    new URLSearchParams(query),
    [2, 3, 4].map((id) => ({ id, name: `No. ${id}` })),
  )

describe('reading the address', () => {
  test('every wish is read, and written back in the same words', () => {
    const query =
      '?sort=price_asc&category=3&min=500&max=2000.5&instock=1&onsale=1&rating=4&spec.Colour=Sage&spec.Colour=Clay&page=2'
    expect(listingSearch(read(query))).toBe(query)
  })

  test('what cannot be understood is ignored', () => {
    const odd = read(
      'sort=random&category=0&min=-1&max=abc&instock=yes&onsale=&rating=5&page=0&spec.=x&spec.Colour=&spec.A%00=1&spec.B=%00',
    )
    expect(listingSearch(odd)).toBe('')
    expect(odd.page).toBe(1)
    expect(filterCount(odd)).toBe(0)
  })

  test('a category that is not offered is ignored', () => {
    expect(read('category=3').category).toBe(3)
    expect(readListing(new URLSearchParams('category=3')).category).toBeUndefined()
  })

  test('numbers beyond what the shop can hold are ignored', () => {
    const huge = read('category=99999999999&min=1e9&max=99999999999999&page=9999999999')
    expect(listingSearch(huge)).toBe('')
  })

  test('swapped prices are put right, and thousands may be grouped', () => {
    expect(read('min=2,000&max=500')).toMatchObject({ min: 500, max: 2000 })
  })

  test('a flood of specifications is cut to what the API takes', () => {
    const names = Array.from({ length: 40 }, (_, i) => `spec.N${i}=v`).join('&')
    const values = Array.from({ length: 80 }, (_, i) => `spec.Colour=${i}`).join('&')
    expect(read(names).specs.size).toBe(20)
    expect(read(values).specs.get('Colour')).toHaveLength(50)
  })

  test('a specification may be called as a parameter of ours, or as a part of the language', () => {
    const listing = read('spec.sort=a&spec.__proto__=b')
    expect(listing.sort).toBeUndefined()
    expect(Object.entries(listingFilter(listing).specs ?? {})).toEqual([
      ['sort', ['a']],
      ['__proto__', ['b']],
    ])
  })
})

describe('changing the wishes', () => {
  test('a specification is added and taken away, from the first page', () => {
    const first = read('spec.Colour=Sage&page=3')
    const both = toggleSpec(first, 'Colour', 'Clay')
    expect(listingSearch(both)).toBe('?spec.Colour=Sage&spec.Colour=Clay')
    expect(listingSearch(toggleSpec(toggleSpec(both, 'Colour', 'Clay'), 'Colour', 'Sage'))).toBe('')
  })

  test('clearing keeps the order', () => {
    expect(listingSearch(withoutFilters(read('sort=name&min=5&category=2&spec.A=b&page=4')))).toBe(
      '?sort=name',
    )
  })

  test('each value counts, the price range once', () => {
    expect(
      filterCount(read('min=1&max=2&instock=1&rating=3&category=4&spec.A=1&spec.A=2&sort=name&page=2')),
    ).toBe(6)
  })
})

test('the filter of the API asks for one page', () => {
  expect(listingFilter(read('min=1&page=2'))).toMatchObject({ minprice: 1, page: 2, limit: 24 })
})
