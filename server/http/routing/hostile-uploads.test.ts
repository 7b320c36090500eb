import { afterAll, expect, test } from 'vitest'
import { routes } from '#server/app.ts'
import { testApp } from '#test/harness/app/app.ts'
import { sendHostileFiles } from '#test/harness/hostile/hostile-uploads.ts'

const shop = await testApp({ env: { RATE_LIMITS: 'off' } })
afterAll(shop.stop)

// `npm run test:stress -- uploads` sends 200 files to all endpoints with a limit of 2 s each. Beside other tests, passwords
// take longer. All endpoints read forms and images with the same code, so each file goes to a quarter of them.
test('no upload fails on a hostile file, takes long, or stores it', async () => {
  const endpoints = routes.map(({ endpoint }) => endpoint)
  const sent = await sendHostileFiles(shop, endpoints, 40, { longest: 10_000, nth: 4 })
  expect(sent).toBeGreaterThanOrEqual(3 * 40)
}, 60_000)
