import { expect, test } from 'vitest'
import { cleanLines, cleanText, cut } from './plain-text.ts'

test('control characters and halves of characters go, line breaks stay where they may', () => {
  expect(cleanText(' a\u0000\u001F b\tc\r\nd \uD800\uFFFF ')).toBe('a b c d \uFFFD')
  expect(cleanLines('a \r\n b\u0085\u2028c')).toBe('a \n b c')
})

test('a text is cut between characters', () => {
  expect(cut('abc', 3)).toBe('abc')
  expect(cut('ab cd', 3)).toBe('ab')
  expect(cut('ab😀', 3)).toBe('ab')
  expect(cut('ab😀', 4)).toBe('ab😀')
})
