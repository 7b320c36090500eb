import { expect, test } from 'vitest'
import { joinCell, productColumns, splitCell } from './product-columns.ts'

test('every heading is different', () => {
  const headings = Object.values(productColumns).map(({ heading }) => heading.toLowerCase())
  expect(new Set(headings).size).toBe(headings.length)
})

test.each([[[]], [['Oak']], [['Material: Oak', '', 'C:\\new', 'Two\nlines', 'last']]])(
  'a cell holds the list %j',
  (items: string[]) => {
    expect(splitCell(joinCell(items))).toEqual(items)
  },
)
