import { parseArgs } from 'node:util'
import { readConfig } from '#server/config.ts'
import { connect } from '#server/db/connect.ts'
import { migrate } from '#server/db/migrate.ts'
import { openForCommand } from '#server/db/open-for-command.ts'
import { StartError } from '#server/start-error.ts'
import { openStorageForJobs } from '#server/platform/storage/open-storage.ts'
import { generateProducts } from './generate-products.ts'
import { loadDemo } from './load-demo.ts'

const usage = `Usage: npm run demo:generate -- COUNT [--shop NUMBER] [--seed NUMBER]
Adds COUNT generated products to a shop, running or stopped. Loads the demo catalog into an empty shop first.`

/** For a database server that only this command uses: fewer checkpoints, and no zero-filled log files. */
const settings = { shared_buffers: '256MB', max_wal_size: '1GB', wal_init_zero: 'off' }

const print = (sentence: string) => console.log(sentence)

function readArguments() {
  const options = { shop: { type: 'string', default: '1' }, seed: { type: 'string', default: '1' } } as const
  try {
    const { values, positionals } = parseArgs({ options, allowPositionals: true })
    const [count, shopId, seed] = [positionals[0], values.shop, values.seed].map(Number)
    const numbers = [count, shopId, seed].every((number) => Number.isInteger(number) && Number(number) > 0)
    if (!numbers || positionals.length > 1) throw new StartError(usage)
    return { count: count ?? 0, shopId: shopId ?? 1, seed: seed ?? 1 }
  } catch {
    throw new StartError(usage)
  }
}

async function main(): Promise<void> {
  const { count, shopId, seed } = readArguments()
  const config = readConfig()
  const start = performance.now()
  const seconds = () => `${((performance.now() - start) / 1000).toFixed(1)} s`
  const database = await openForCommand(config, print, settings)
  try {
    await migrate(database.url)
    const db = connect(database.url, { limits: false })
    try {
      const shop = await db
        .selectFrom('shop')
        .select('name')
        .where('config_id', '=', shopId)
        .executeTakeFirst()
      if (!shop) throw new StartError(`There is no shop ${shopId}.`)
      const storage = openStorageForJobs(config)
      if (await loadDemo(db, { shopId, storage })) print(`The demo catalogue is in the shop (${seconds()})`)
      const onProgress = (done: number) => print(`${done} of ${count} products (${seconds()})`)
      await generateProducts(db, { shopId, count, seed, storage, onProgress })
      print(`Done in ${seconds()}`)
    } finally {
      await db.destroy()
    }
  } finally {
    await database.stop()
  }
}

try {
  await main()
} catch (error) {
  console.error(error instanceof StartError ? error.message : error)
  process.exitCode = 1
}
