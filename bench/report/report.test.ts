import { expect, test } from 'vitest'
import { formatResults, mergeResults, parseResults } from './report.ts'

const row = { what: 'Home page', measured: '0.90 ×', target: '≥ 0.80 ×', met: true, detail: '5 rounds' }
const other = { what: 'List', measured: '2 ms', detail: '' }

test('a new value replaces the old one, which becomes "before"; other rows stay', () => {
  const first = mergeResults([], [row, other], '`npm run bench`', 'abc, 2026-01-01')
  const parsed = parseResults(formatResults(first))
  expect(parsed).toEqual(first)
  const second = mergeResults(
    parsed,
    [{ ...row, measured: '0.95 ×' }],
    '`npm run bench -- --only pages`',
    'def',
  )
  expect(second).toMatchObject([
    { what: 'Home page', measured: '0.95 ×', before: '0.90 ×', verdict: 'met', commit: 'def' },
    { what: 'List', measured: '2 ms', before: '', verdict: '', commit: 'abc, 2026-01-01' },
  ])
})
