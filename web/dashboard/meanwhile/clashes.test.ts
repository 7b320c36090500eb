import { expect, test } from 'vitest'
import { findClashes, merge, type Part } from './clashes.ts'

interface Mug {
  name: string
  price?: number | string
  sold?: boolean
  kind?: string
  colours?: string[]
}

const parts: Part<Mug>[] = [
  { name: 'Name', fields: ['name'], journal: 'title' },
  { name: 'Price', fields: ['price'] },
  { name: 'Sold', fields: ['sold'] },
  {
    name: 'Kind',
    fields: ['kind', 'colours'],
    words: ({ kind = '', colours = [] }) => [kind, ...colours].join('\n'),
  },
]
const start: Mug = { name: 'Mug', price: 5, sold: false }
const issues = [
  { path: 'title', message: 'Changed by Asha' },
  { path: 'sold', message: 'Changed by Ravi' },
]

test('what others have changed is told with who it was; what was changed here too is to be chosen', () => {
  const theirs = { ...start, name: 'Cup', sold: true }
  const mine = { ...start, name: 'Beaker' }
  expect(findClashes(parts, { start, theirs, mine, issues })).toEqual([
    { part: 'Name', who: 'Changed by Asha', theirs: 'Cup', mine: 'Beaker', both: true },
    { part: 'Sold', who: 'Changed by Ravi', theirs: 'Yes', mine: 'No', both: false },
  ])
})

test('what both have changed alike, or a form writes in another way, is no clash', () => {
  const theirs = { ...start, name: 'Cup', price: 7 }
  const mine = { ...start, name: ' Cup ', price: '7' }
  expect(findClashes(parts, { start, theirs, mine, issues })).toEqual([])
})

test('a part that is taken brings all of its fields, and leaves the rest as it stands here', () => {
  const theirs = { ...start, name: 'Cup', kind: 'set', colours: ['red'] }
  const mine = { ...start, name: 'Beaker', price: 9 }
  expect(merge(parts, { theirs, mine, taken: new Set(['Kind']) })).toEqual({
    name: 'Beaker',
    price: 9,
    sold: false,
    kind: 'set',
    colours: ['red'],
  })
})
