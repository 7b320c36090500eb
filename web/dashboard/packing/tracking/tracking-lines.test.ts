import { expect, test } from 'vitest'
import { trackingLines } from './tracking-lines.ts'

const orders = [
  { number: 'AAAA-BBBB', serial: '2026-000001' },
  { number: 'CCCC-DDDD', serial: '2026-000002' },
]

test.each(['\t', ',', ';', ', '])('reads lines with “%s” between', (separator) => {
  const text = `Order${separator}Tracking\r\n2026-000001${separator}T 1\r\n\r\n"cccc-dddd"${separator}"T2"\r\n`
  expect(trackingLines(text, orders)).toEqual({
    found: [
      { ...orders[0], tracking: 'T 1' },
      { ...orders[1], tracking: 'T2' },
    ],
    problems: [],
  })
})

test('names each line that cannot be used, and reads the others', () => {
  const { found, problems } = trackingLines(
    '2026-000009,T9\n2026-000001\n2026-000002,T2\n2026-000002,T3',
    orders,
  )
  expect(found.map(({ tracking }) => tracking)).toEqual(['T2'])
  expect(problems).toEqual([
    'Line 1: no order to ship has the number “2026-000009”',
    'Line 2: order 2026-000001 has no tracking number',
    'Line 4: order 2026-000002 is named twice',
  ])
})
