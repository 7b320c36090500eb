import { expect, it } from 'vitest'
import { endsOf, knownEnds, partsOf, splitCompound } from './compound-words.ts'

const known = new Map(
  Object.entries({
    garden: 9,
    hose: 7,
    expandable: 2,
    exp: 1,
    bath: 5,
    book: 4,
    case: 4,
    boo: 1,
    kcase: 1,
  }).map(([stem, documentCount]) => [stem, { stem, documentCount }]),
)
const split = (word: string) => splitCompound(word, known)?.map(({ stem }) => stem)

it('takes compounds apart into frequent words, two rather than three', () => {
  expect(split('gardenhose')).toEqual(['garden', 'hose'])
  expect(split('bookcase')).toEqual(['book', 'case'])
  expect(split('expandablegardenhose')).toEqual(['expandable', 'garden', 'hose'])
  expect(split('gardenhosee')).toBeUndefined()
  expect(split('a')).toBeUndefined()
})

it('lists the parts to look up', () => {
  expect(endsOf('lamps')).toEqual(['la', 'mps', 'lam', 'ps'])
  expect(partsOf('expandablegardenhose')).toContain('garden')
  expect(partsOf('2light')).toEqual([])
})

it('finds the known ends of an unknown word', () => {
  expect(knownEnds('bathroom', known).map(({ stem }) => stem)).toEqual(['bath'])
  expect(knownEnds('expgarden', known).map(({ stem }) => stem)).toEqual(['garden'])
})
