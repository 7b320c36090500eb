import { expect, test } from 'vitest'
import { movedRows } from './reorder.rules.ts'

const rows = [10, 20, 30, 40].map((id, position) => ({ id, position }))
const after = (ids: number[], from = rows) => {
  const places = new Map(from.map(({ id, position }) => [id, position]))
  for (const { id, position } of movedRows(from, ids)) places.set(id, position)
  return [...places].toSorted(([, a], [, b]) => a - b).map(([id]) => id)
}

test('reorders the given rows among their own positions', () => {
  expect(after([40, 30, 20, 10])).toEqual([40, 30, 20, 10])
  expect(after([30, 10])).toEqual([30, 20, 10, 40])
  expect(after([20])).toEqual([10, 20, 30, 40])
})

test('returns only the moved rows with their former positions', () => {
  expect(movedRows(rows, [10, 20, 40, 30])).toEqual([
    { id: 40, position: 2, before: 3 },
    { id: 30, position: 3, before: 2 },
  ])
  expect(movedRows(rows, [10, 20, 30, 40])).toEqual([])
})

test('separates equal positions', () => {
  const equal = rows.map(({ id }) => ({ id, position: 0 }))
  expect(after([20, 10], equal)).toEqual([20, 10, 30, 40])
})
