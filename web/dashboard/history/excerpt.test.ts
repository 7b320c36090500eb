import { expect, it } from 'vitest'
import { excerpt } from './excerpt.ts'

it('shows short texts whole', () => {
  expect(excerpt('Mugs', 'Cups')).toEqual(['Mugs', 'Cups'])
  expect(excerpt('', 'Cups')).toEqual(['', 'Cups'])
})

it('cuts long texts down to where they differ', () => {
  const text = (word: string) => `${'a'.repeat(500)}${word}${'b'.repeat(500)}`
  const kept = (word: string) => `…${'a'.repeat(40)}${word}${'b'.repeat(40)}…`
  expect(excerpt(text('old'), text('fresh'))).toEqual([kept('old'), kept('fresh')])
  expect(excerpt(text(''), text('new'))).toEqual([kept(''), kept('new')])
})

it('leaves no text longer than a reader can see at once', () => {
  const [before, after] = excerpt('x'.repeat(5000), 'y'.repeat(5000))
  expect([before.length, after.length]).toEqual([601, 601])
})
