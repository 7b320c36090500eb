import { expect, test } from 'vitest'
import { isSameText } from './same-text.ts'

test('texts are the same by their bytes, and another length is no error', () => {
  expect(isSameText('sécret', 'sécret')).toBe(true)
  for (const other of ['', 'secret', 'sécreT', 'sécret ']) expect(isSameText(other, 'sécret')).toBe(false)
})
