import { expect, test } from 'vitest'
import { faults } from './harness/faults/faults.ts'
import { runFaults } from './stress/faults.ts'

/** A small version of `npm run test:stress -- faults`. The times are for a busy machine; the stress test has the real ones. */
const answerMs = { cached: 15_000, read: 15_000, write: 15_000 }
const limits = { seconds: 1, callers: 1, answerMs, recoveryMs: 30_000 }
const chosen = ['connections refused', 'packets lost', 'lock table product']

test('faults of the database cost no cached page, no 500 and no order', async () => {
  const cells = await runFaults(
    faults.filter(({ name }) => chosen.includes(name)),
    limits,
    () => {},
    { DEMO: '0' },
  )
  expect(cells).toHaveLength(chosen.length * 10)
  expect(cells.filter(({ problems }) => problems.length > 0)).toEqual([])
  const refused = cells.filter(
    ({ fault, call }) => fault === 'connections refused' && call.startsWith('cached'),
  )
  for (const { stale } of refused) expect(stale).toBeGreaterThan(0)
}, 180_000)
