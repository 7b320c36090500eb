import { expect, test } from 'vitest'
import { findConflicts, mergeParts, type Part } from './conflicts.ts'

interface Mug {
  name: string
  price?: number | string
  sold?: boolean
  kind?: string
  colours?: string[]
}

const parts: Part<Mug>[] = [
  { name: 'Name', fields: ['name'], auditFields: ['title'] },
  { name: 'Price', fields: ['price'] },
  { name: 'Sold', fields: ['sold'] },
  {
    name: 'Kind',
    fields: ['kind', 'colours'],
    text: ({ kind = '', colours = [] }) => [kind, ...colours].join('\n'),
  },
]
const start: Mug = { name: 'Mug', price: 5, sold: false }
const issues = [
  { path: 'title', message: 'Changed by Asha' },
  { path: 'sold', message: 'Changed by Ravi' },
]

test('finds the parts that somebody else changed, and whether the form changed them too', () => {
  const theirs = { ...start, name: 'Cup', sold: true }
  const mine = { ...start, name: 'Beaker' }
  expect(findConflicts(parts, { start, theirs, mine, issues })).toEqual([
    { part: 'Name', changedBy: 'Changed by Asha', theirs: 'Cup', mine: 'Beaker', both: true },
    { part: 'Sold', changedBy: 'Changed by Ravi', theirs: 'Yes', mine: 'No', both: false },
  ])
})

test('finds no conflict where both made the same change or the form only writes it differently', () => {
  const theirs = { ...start, name: 'Cup', price: 7 }
  const mine = { ...start, name: ' Cup ', price: '7' }
  expect(findConflicts(parts, { start, theirs, mine, issues })).toEqual([])
})

test('takes all fields of a chosen part and keeps the rest of the form', () => {
  const theirs = { ...start, name: 'Cup', kind: 'set', colours: ['red'] }
  const mine = { ...start, name: 'Beaker', price: 9 }
  expect(mergeParts(parts, { theirs, mine, taken: new Set(['Kind']) })).toEqual({
    name: 'Beaker',
    price: 9,
    sold: false,
    kind: 'set',
    colours: ['red'],
  })
})

test('compares parts by `compare` where their text is shortened', () => {
  const images: Part<Mug> = {
    name: 'Colours',
    fields: ['colours'],
    text: ({ colours = [] }) => `${colours.length} colours`,
    compare: ({ colours = [] }) => colours.join(),
  }
  const [theirs, mine] = [
    { ...start, colours: ['red'] },
    { ...start, colours: ['blue'] },
  ]
  expect(findConflicts([images], { start, theirs, mine, issues: [] })).toMatchObject([
    { theirs: '1 colours', mine: '1 colours', both: true },
  ])
})
