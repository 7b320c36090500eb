import { expect, it } from 'vitest'
import { customFilter } from '#contract/custom-fields/custom-value.ts'
import { changeFilter, rangeFilter, rangeOf, rangeText, readFilter } from './custom-filter.ts'

it('reads and writes the filter that the contract takes', () => {
  const filter = readFilter('maker:https://oak.example\nwarranty:12..\n:broken\nempty:')
  expect([...filter]).toEqual([
    ['maker', 'https://oak.example'],
    ['warranty', '12..'],
  ])
  const changed = changeFilter(filter, 'wood', 'Oak')
  expect(changed).toBe('maker:https://oak.example\nwarranty:12..\nwood:Oak')
  expect(customFilter.parse(changed)).toBe(changed)
  expect(changeFilter(readFilter(changed), 'warranty', '')).toBe('maker:https://oak.example\nwood:Oak')
  expect(changeFilter(readFilter('wood:Oak'), 'wood', '')).toBe('')
  expect([...readFilter(undefined)]).toEqual([])
})

it.each([
  ['5..10', '5 m to 10 m'],
  ['5..', 'from 5 m'],
  ['..10', 'up to 10 m'],
  ['5', '5 m'],
  ['5..5', '5 m'],
])('describes the range %s', (value, text) => {
  expect(rangeText(rangeOf(value), (end) => `${end} m`)).toBe(text)
})

it('makes no range without an end', () => {
  expect([rangeFilter('', ''), rangeFilter('', '3'), rangeFilter('1', '3')]).toEqual(['', '..3', '1..3'])
})
