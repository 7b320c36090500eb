import { expect, test } from 'vitest'
import { readQuery } from './read-query.ts'

const read = (q: string) => readQuery(new URLSearchParams([['q', q]]))

test('the text is trimmed and its white space evened', () => {
  expect(read('  oak \n\t  lamp ')).toBe('oak lamp')
  expect(readQuery(new URLSearchParams())).toBe('')
})

test('what the shop cannot search for is left out', () => {
  expect(read('mug\0')).toBe('mug')
  expect(read('\u0007')).toBe('')
  expect(read('x'.repeat(500))).toHaveLength(200)
})

test('other scripts and signs stay as they are', () => {
  expect(read('मग 50% "oak"')).toBe('मग 50% "oak"')
})
