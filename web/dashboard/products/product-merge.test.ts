import { expect, test } from 'vitest'
import { newVariant } from './combinations.ts'
import { emptyDraft, type ProductDraft } from './product-draft.ts'
import { findClashes, merge } from './product-merge.ts'

const start: ProductDraft = {
  ...emptyDraft(),
  productname: 'Mug',
  productcategoryid: '1',
  productprice: '500',
  variants: [{ ...newVariant(), id: 1, stock: '9' }],
}
const sold = (draft: ProductDraft) => ({
  ...draft,
  variants: draft.variants.map((variant) => ({ ...variant, stock: '7' })),
})

test('what only one of the two has changed is no question', () => {
  const theirs = { ...start, productname: 'Cup' }
  const mine = { ...start, productgst: '18' }
  expect(findClashes(start, theirs, mine)).toEqual([
    { part: 'Name', who: '', theirs: 'Cup', mine: 'Mug', both: false },
  ])
  expect(merge(start, theirs, mine, new Set(['Name']))).toMatchObject({
    productname: 'Cup',
    productgst: '18',
  })
})

test('what both have changed alike is none either', () => {
  const same = { ...start, productname: 'Cup' }
  expect(findClashes(start, same, same)).toEqual([])
})

test('what both have changed is chosen', () => {
  const theirs = { ...start, productname: 'Cup' }
  const mine = { ...start, productname: 'Beaker' }
  const issues = [{ path: 'name', message: 'Changed by Asha' }]
  expect(findClashes(start, theirs, mine, issues)).toMatchObject([
    { part: 'Name', who: 'Changed by Asha', both: true },
  ])
  expect(merge(start, theirs, mine, new Set()).productname).toBe('Beaker')
  expect(merge(start, theirs, mine, new Set(['Name'])).productname).toBe('Cup')
})

test('stock that was not touched here stays as it is stored', () => {
  const mine = { ...start, productprice: '600' }
  expect(merge(start, sold(start), mine, new Set()).variants[0]?.stock).toBe('7')
  const counted = { ...mine, variants: mine.variants.map((variant) => ({ ...variant, stock: '20' })) }
  expect(merge(start, sold(start), counted, new Set()).variants[0]?.stock).toBe('20')
})

test('a variant that they took away is made anew', () => {
  const theirs = { ...start, variants: [{ ...newVariant(), id: 2 }] }
  const [variant] = merge(start, theirs, start, new Set()).variants
  expect(variant).not.toHaveProperty('id')
})
