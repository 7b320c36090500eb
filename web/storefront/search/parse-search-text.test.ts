import { expect, test } from 'vitest'
import { parseSearchText } from './parse-search-text.ts'

const parse = (q: string) => parseSearchText(new URLSearchParams([['q', q]]))

test('trims the text and collapses white space', () => {
  expect(parse('  oak \n\t  lamp ')).toBe('oak lamp')
  expect(parseSearchText(new URLSearchParams())).toBe('')
})

test('removes control characters and limits the length', () => {
  expect(parse('mug\0')).toBe('mug')
  expect(parse('\u0007')).toBe('')
  expect(parse('x'.repeat(500))).toHaveLength(200)
})

test('keeps other scripts and symbols', () => {
  expect(parse('मग 50% "oak"')).toBe('मग 50% "oak"')
})
