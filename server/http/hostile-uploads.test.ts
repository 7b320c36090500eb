import { afterAll, expect, test } from 'vitest'
import { routes } from '#server/app.ts'
import { testApp } from '#test/harness/app.ts'
import { sendHostileFiles } from '#test/harness/hostile-uploads.ts'

const shop = await testApp({ env: { RATE_LIMITS: 'off' } })
afterAll(shop.stop)

// All 200 of them, each within 2 s: npm run test:long -- uploads. Beside other tests, a password waits long for its turn.
test('no upload breaks at a hostile file, takes long over it, or stores it anywhere', async () => {
  const endpoints = routes.map(({ endpoint }) => endpoint)
  expect(await sendHostileFiles(shop, endpoints, 40, 10_000)).toBeGreaterThanOrEqual(5 * 40)
}, 60_000)
