import { afterAll, expect, test } from 'vitest'
import { testApp } from '#test/harness/app/app.ts'
import { runInterleavings } from '#test/harness/interleavings/run-interleavings.ts'

const { app, db, stop } = await testApp({ env: { RATE_LIMITS: 'off' } })
afterAll(stop)

/** The long version is `npm run test:stress -- returns 1000`. */
test('random interleavings of orders and returns keep stock, money and states together', async () => {
  const counts = await runInterleavings(db, app, { orders: 10, seed: 7 })
  const accepted = Object.values(counts).reduce((sum, count) => sum + count.accepted, 0)
  expect(accepted).toBeGreaterThan(40)
}, 60_000)
