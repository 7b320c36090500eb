import { expect, it } from 'vitest'
import { excerpt } from './entry-changes.tsx'

it('shows short texts whole', () => {
  expect(excerpt('Mugs', 'Cups')).toEqual(['Mugs', 'Cups'])
  expect(excerpt('', 'Cups')).toEqual(['', 'Cups'])
})

it('shortens long texts to where they differ', () => {
  const text = (word: string) => `${'a'.repeat(500)}${word}${'b'.repeat(500)}`
  const excerptOf = (word: string) => `…${'a'.repeat(40)}${word}${'b'.repeat(40)}…`
  expect(excerpt(text('old'), text('fresh'))).toEqual([excerptOf('old'), excerptOf('fresh')])
  expect(excerpt(text(''), text('new'))).toEqual([excerptOf(''), excerptOf('new')])
})

it('limits the length of an excerpt', () => {
  const [before, after] = excerpt('x'.repeat(5000), 'y'.repeat(5000))
  expect([before.length, after.length]).toEqual([601, 601])
})
