import { expect, test } from 'vitest'
import { formatLogLine } from './log-format.ts'

const time = new Date(2026, 10, 22, 9, 5, 7).getTime()
const plain = (line: object) => formatLogLine(JSON.stringify({ time, pid: 1, hostname: 'a', ...line }))

test('shows time, level, message and fields, without process and host', () => {
  const fields = { method: 'GET', path: '/cart', status: 200, ms: 3.14159, note: 'two words' }
  expect(plain({ level: 30, msg: 'request', ...fields })).toBe(
    '09:05:07 info  request method=GET path=/cart status=200 ms=3.14 note="two words"\n',
  )
  expect(plain({ level: 40, msg: 'careful' })).toBe('09:05:07 warn  careful\n')
})

test('shows the stack of an error on lines of its own', () => {
  const err = { type: 'Error', message: 'no', stack: 'Error: no\n    at here' }
  expect(plain({ level: 50, msg: 'failed', err })).toBe('09:05:07 error failed\n  Error: no\n      at here\n')
  expect(plain({ level: 50, msg: 'failed', err: 'text' })).toBe('09:05:07 error failed\n  text\n')
})
