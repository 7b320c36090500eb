import { expect, it } from 'vitest'
import { makeKnownItems } from './known-items.ts'
import { ndcg, readJudgments, recall } from './quality.ts'

const judged = new Map([
  ['a', 3],
  ['b', 1],
  ['c', 0],
])

it('NDCG is 1 for the best order, less for a worse one, 0 for none', () => {
  expect(ndcg(['a', 'b', 'c'], judged)).toBe(1)
  // (1 + 7 / log2(3)) / (7 + 1 / log2(3))
  expect(ndcg(['b', 'a'], judged)).toBeCloseTo(0.71, 2)
  expect(ndcg(['x', 'c'], judged)).toBe(0)
  expect(ndcg(['a'], new Map([['a', 0]]))).toBeUndefined()
})

it('recall counts the first 100', () => {
  const others = Array.from({ length: 99 }, (_, index) => `x${index}`)
  expect(recall([...others, 'a', 'b'], judged)).toBe(0.5)
  expect(recall(['c'], new Map([['c', 0]]))).toBeUndefined()
})

it('reads lines and names the wrong one', () => {
  expect(readJudgments('mug\t7\t3\nmug\t8\t0\n\ncup\t7\t1\r\n')).toEqual(
    new Map([
      [
        'mug',
        new Map([
          ['7', 3],
          ['8', 0],
        ]),
      ],
      ['cup', new Map([['7', 1]])],
    ]),
  )
  expect(() => readJudgments('mug\t7\t3\nmug 8 0')).toThrow('Line 2')
})

it('makes queries from names, each with one right answer', () => {
  const names = [
    'Oak dining table 6 ft',
    'Oak dining table 8 ft',
    'Walnut dining chair',
    'walnut Chair, dining',
  ]
  const items = makeKnownItems(
    names.map((name, id) => ({ id, name })),
    10,
  )
  for (const [change, made] of items) for (const { query } of made) expect(names, change).not.toContain(query)
  const found = new Map([...items].map(([change, made]) => [change, made.map(({ ids }) => [...ids])]))
  expect(found.get('reordered')).toContainEqual([2, 3])
  expect(items.get('units rewritten')?.map(({ query }) => query)).toEqual(
    expect.arrayContaining([expect.stringMatching(/\d ?(feet|foot|ft|')/)]),
  )
})
