import { test } from 'vitest'
import { checkFiles } from './stress/crashes/kill-creation.ts'
import { killShopping } from './stress/crashes/kill-shopping.ts'
import { killFirstStarts } from './stress/crashes/kill.ts'

/**
 * Small versions of `npm run test:stress -- kill` and `kill-shopping`: an empty shop, and a kill of Node and one of
 * everything. `kill-creation` kills at all moments of one creation.
 */
const env = { DEMO: '0' }
const quiet = () => {}

test('the next start completes a first start that was killed', async () => {
  await killFirstStarts(2, quiet, env)
}, 180_000)

test('writes survive kills, each once and whole; no file is left over; reconciliation finds nothing', async () => {
  await killShopping(2, quiet, env, { checkMore: checkFiles })
}, 180_000)
