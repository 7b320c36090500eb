import { expect, test } from 'vitest'
import { cursorOf, MAX_OFFSET, offsetOf } from './cursor.ts'

const search = { text: 'mug', categories: ['Home'] }

test('a cursor leads to its place in its own search', () => {
  for (const offset of [0, 10, MAX_OFFSET]) expect(offsetOf(cursorOf(offset, search), search)).toBe(offset)
  expect(cursorOf(10, search)).toMatch(/^[\w-]+$/)
})

test.each([
  '',
  'x',
  '!!!',
  '\0',
  'a'.repeat(100_000),
  cursorOf(10, { text: 'lamp' }),
  `${cursorOf(10, search)}=`,
  `${cursorOf(10, search)} `,
  cursorOf(MAX_OFFSET + 1, search),
  cursorOf(-1, search),
  cursorOf(1e21, search),
  Buffer.from('10').toString('base64url'),
])('refuses any other text', (cursor) => {
  expect(() => offsetOf(cursor, search)).toThrow(
    expect.objectContaining({ status: 400, code: 'invalid_cursor' }) as Error,
  )
})
