import { afterAll, expect, test } from 'vitest'
import { routes } from '#server/app.ts'
import { testApp } from '#test/harness/app.ts'
import { sendHostileFiles } from '#test/harness/hostile-uploads.ts'

const shop = await testApp({ env: { RATE_LIMITS: 'off' } })
afterAll(shop.stop)

// All 200 of them: npm run test:long -- uploads
test('no upload breaks at a hostile file, takes long over it, or stores it anywhere', async () => {
  const endpoints = routes.map(({ endpoint }) => endpoint)
  expect(await sendHostileFiles(shop, endpoints, 40)).toBeGreaterThanOrEqual(5 * 40)
}, 60_000)
