import { expect, test } from 'vitest'
import { findConflicts, mergeParts } from '#web/dashboard/edit-conflict/conflicts.ts'
import { newVariant } from '../variants/combinations.ts'
import { keepStoredStock, productParts } from './product-conflicts.ts'
import { emptyDraft, type ProductDraft } from './product-draft.ts'

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
const conflicts = (
  theirs: ProductDraft,
  mine: ProductDraft,
  issues: { path: string; message: string }[] = [],
) => findConflicts(productParts, { start, theirs, mine, issues })
const merge = (theirs: ProductDraft, mine: ProductDraft, taken = new Set<string>()) =>
  keepStoredStock(mergeParts(productParts, { theirs, mine, taken }), { start, theirs, taken })

test('takes a part that only one person changed', () => {
  const theirs = { ...start, productname: 'Cup' }
  const mine = { ...start, productgst: '18' }
  expect(conflicts(theirs, mine)).toEqual([
    { part: 'Name', changedBy: '', theirs: 'Cup', mine: 'Mug', both: false },
  ])
  expect(merge(theirs, mine, new Set(['Name']))).toMatchObject({ productname: 'Cup', productgst: '18' })
})

test('finds no conflict where both made the same change', () => {
  const same = { ...start, productname: 'Cup' }
  expect(conflicts(same, same)).toEqual([])
})

test('asks which change to keep where both changed a part', () => {
  const theirs = { ...start, productname: 'Cup' }
  const mine = { ...start, productname: 'Beaker' }
  const issues = [{ path: 'name', message: 'Changed by Asha' }]
  expect(conflicts(theirs, mine, issues)).toMatchObject([
    { part: 'Name', changedBy: 'Changed by Asha', both: true },
  ])
  expect(merge(theirs, mine).productname).toBe('Beaker')
  expect(merge(theirs, mine, new Set(['Name'])).productname).toBe('Cup')
})

test('keeps the stored stock of variants that the form did not change', () => {
  const mine = { ...start, productprice: '600' }
  expect(merge(sold(start), mine).variants[0]?.stock).toBe('7')
  const counted = { ...mine, variants: mine.variants.map((variant) => ({ ...variant, stock: '20' })) }
  expect(merge(sold(start), counted).variants[0]?.stock).toBe('20')
})

test('adds a variant again that somebody else deleted', () => {
  const theirs = { ...start, variants: [{ ...newVariant(), id: 2 }] }
  const [variant] = merge(theirs, start).variants
  expect(variant).not.toHaveProperty('id')
})

test('compares categories by id, although their text is the same', () => {
  const theirs = { ...start, productcategoryid: '2' }
  expect(conflicts(theirs, start)).toMatchObject([{ part: 'Category', both: false }])
})
