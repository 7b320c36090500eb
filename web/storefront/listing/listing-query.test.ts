import { describe, expect, test } from 'vitest'
import {
  filterCount,
  listingFilter,
  listingQuery,
  parseListing,
  toggleSpec,
  withoutFilters,
} from './listing-query.ts'

const parse = (query: string) =>
  parseListing(
    new URLSearchParams(query),
    [2, 3, 4].map((id) => ({ id, name: `No. ${id}` })),
  )

describe('parsing the URL', () => {
  test('parses every parameter and writes it back', () => {
    const query =
      '?sort=price_asc&category=3&min=500&max=2000.5&instock=1&onsale=1&rating=4&spec.Colour=Sage&spec.Colour=Clay&page=2'
    expect(listingQuery(parse(query))).toBe(query)
  })

  test('ignores invalid values', () => {
    const odd = parse(
      'sort=random&category=0&min=-1&max=abc&instock=yes&onsale=&rating=5&page=0&spec.=x&spec.Colour=&spec.A%00=1&spec.B=%00',
    )
    expect(listingQuery(odd)).toBe('')
    expect(odd.page).toBe(1)
    expect(filterCount(odd)).toBe(0)
  })

  test('ignores unknown categories', () => {
    expect(parse('category=3').category).toBe(3)
    expect(parseListing(new URLSearchParams('category=3')).category).toBeUndefined()
  })

  test('ignores numbers that are too large', () => {
    const huge = parse('category=99999999999&min=1e9&max=99999999999999&page=9999999999')
    expect(listingQuery(huge)).toBe('')
  })

  test('swaps reversed prices and accepts thousands separators', () => {
    expect(parse('min=2,000&max=500')).toMatchObject({ min: 500, max: 2000 })
  })

  test('limits the specifications to what the API accepts', () => {
    const names = Array.from({ length: 40 }, (_, i) => `spec.N${i}=v`).join('&')
    const values = Array.from({ length: 80 }, (_, i) => `spec.Colour=${i}`).join('&')
    expect(parse(names).specs.size).toBe(20)
    expect(parse(values).specs.get('Colour')).toHaveLength(50)
  })

  test('accepts specifications named like a parameter or like __proto__', () => {
    const listing = parse('spec.sort=a&spec.__proto__=b')
    expect(listing.sort).toBeUndefined()
    expect(Object.entries(listingFilter(listing).specs ?? {})).toEqual([
      ['sort', ['a']],
      ['__proto__', ['b']],
    ])
  })
})

describe('changing the listing', () => {
  test('adds and removes a specification from the first page', () => {
    const first = parse('spec.Colour=Sage&page=3')
    const both = toggleSpec(first, 'Colour', 'Clay')
    expect(listingQuery(both)).toBe('?spec.Colour=Sage&spec.Colour=Clay')
    expect(listingQuery(toggleSpec(toggleSpec(both, 'Colour', 'Clay'), 'Colour', 'Sage'))).toBe('')
  })

  test('keeps the sort order when filters are cleared', () => {
    expect(listingQuery(withoutFilters(parse('sort=name&min=5&category=2&spec.A=b&page=4')))).toBe(
      '?sort=name',
    )
  })

  test('counts each value, and the price range once', () => {
    expect(
      filterCount(parse('min=1&max=2&instock=1&rating=3&category=4&spec.A=1&spec.A=2&sort=name&page=2')),
    ).toBe(6)
  })
})

test('converts the listing to an API filter for one page', () => {
  expect(listingFilter(parse('min=1&page=2'))).toMatchObject({ minprice: 1, page: 2, limit: 24 })
})
