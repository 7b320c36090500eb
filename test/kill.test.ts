import { test } from 'vitest'
import { killCreations } from './long/kill-creation.ts'
import { killShopping } from './long/kill-shopping.ts'
import { killFirstStarts, killUnderWrites } from './long/kill.ts'

/** The long suites (`npm run test:long -- kill`, `kill-creation`) in small: an empty shop, and a few kills of each kind. */
const env = { DEMO: '0' }
const quiet = () => {}

test('a first start that is killed leaves a folder that the next start makes whole', async () => {
  await killFirstStarts(2, quiet, env)
}, 180_000)

test('a kill under writes loses nothing that was acknowledged', async () => {
  await killUnderWrites(2, quiet, env, 1000)
}, 180_000)

test('a product whose creation is killed is there whole or not at all, and leaves no files behind', async () => {
  await killCreations(2, quiet, env)
}, 180_000)

test('carts, orders, comments and products outlive kills, each once, and the books balance', async () => {
  await killShopping(2, quiet, env)
}, 180_000)
