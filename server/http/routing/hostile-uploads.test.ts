import { afterAll, expect, test } from 'vitest'
import { routes } from '#server/app.ts'
import { testApp } from '#test/harness/app/app.ts'
import { sendHostileFiles } from '#test/harness/hostile/hostile-uploads.ts'

const shop = await testApp({ env: { RATE_LIMITS: 'off' } })
afterAll(shop.stop)

// `npm run test:stress -- uploads` sends all 200 files with a limit of 2 s each. Beside other tests, passwords take longer.
test('no upload fails on a hostile file, takes long, or stores it', async () => {
  const endpoints = routes.map(({ endpoint }) => endpoint)
  expect(await sendHostileFiles(shop, endpoints, 40, 10_000)).toBeGreaterThanOrEqual(5 * 40)
}, 60_000)
