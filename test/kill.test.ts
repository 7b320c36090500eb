import { test } from 'vitest'
import { killFirstStarts, killUnderWrites } from './long/kill.ts'

/** The long suite (`npm run test:long -- kill`) in small: an empty shop, and one kill of each kind. */
const env = { DEMO: '0' }
const quiet = () => {}

test('a first start that is killed leaves a folder that the next start makes whole', async () => {
  await killFirstStarts(2, quiet, env)
}, 180_000)

test('a kill under writes loses nothing that was acknowledged', async () => {
  await killUnderWrites(2, quiet, env, 1000)
}, 180_000)
