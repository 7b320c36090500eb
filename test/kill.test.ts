import { test } from 'vitest'
import { killCreations } from './stress/crashes/kill-creation.ts'
import { killShopping } from './stress/crashes/kill-shopping.ts'
import { killFirstStarts, killUnderWrites } from './stress/crashes/kill.ts'

/**
 * Small versions of `npm run test:stress -- kill` and `kill-creation`: an empty shop and a few kills of each kind.
 */
const env = { DEMO: '0' }
const quiet = () => {}

test('the next start completes a first start that was killed', async () => {
  await killFirstStarts(2, quiet, env)
}, 180_000)

test('a kill under writes loses no acknowledged write', async () => {
  await killUnderWrites(2, quiet, env, 1000)
}, 180_000)

test('a product whose creation was killed exists whole or not at all, and leaves no files', async () => {
  await killCreations(2, quiet, env)
}, 180_000)

test('carts, orders, comments and products survive kills, each once, and reconciliation finds nothing', async () => {
  await killShopping(2, quiet, env)
}, 180_000)
