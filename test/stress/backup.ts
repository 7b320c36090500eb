// Fills a shop, backs it up with the project's own commands, and restores the backup into another data folder. Prints times,
// sizes and memory, for a hundredth of the size first: memory must not grow with the shop.

import { execFile } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { connect } from '#server/db/connect.ts'
import { startEmbedded } from '#server/db/embedded/start.ts'
import { migrate } from '#server/db/migrate.ts'
import { fillShop } from '#test/harness/data/fill-shop.ts'
import { inFolder } from '#test/harness/processes/kill-folder.ts'
import { openUploadsFolder } from '#server/platform/storage/open-storage.ts'
import { generateProducts } from '../../demo/generate-products.ts'
import { loadDemo } from '../../demo/load-demo.ts'

const MAX_BACKUP_SECONDS = 60
const MAX_PROOF_SECONDS = 120
/** Above the memory that the backup of a small shop takes. */
const MAX_MORE_MEMORY_MB = 100

/** Measures a shop with so many products, and so many orders, customers, carts, comments and emails. */
export async function run(products = 100_000, orders = products): Promise<void> {
  const small = await measure(Math.ceil(products / 100), Math.ceil(orders / 100))
  const full = await measure(products, orders)
  if (full.backupSeconds > MAX_BACKUP_SECONDS)
    throw new Error(`The backup took ${full.backupSeconds} s instead of ${MAX_BACKUP_SECONDS} s`)
  if (full.proofSeconds > MAX_PROOF_SECONDS)
    throw new Error(`The proof took ${full.proofSeconds} s instead of ${MAX_PROOF_SECONDS} s`)
  if (full.memoryMb > small.memoryMb + MAX_MORE_MEMORY_MB)
    throw new Error(
      `The backup took ${full.memoryMb} MB of memory, that of a small shop ${small.memoryMb} MB`,
    )
}

interface Figures {
  backupSeconds: number
  proofSeconds: number
  memoryMb: number
}

const measure = (products: number, orders: number) =>
  inFolder((dataDir) =>
    inFolder(async (restoredDir) => {
      await fill(dataDir, products, orders)
      const backups = join(dataDir, 'backups')
      const printed = await command('backup', ['--to', backups], dataDir)
      console.log(`${products} products, ${orders} orders:\n${printed.trim()}`)
      const start = performance.now()
      await command('restore', ['--from', backups], restoredDir)
      console.log(`Restored into a new folder in ${((performance.now() - start) / 1000).toFixed(1)} s.`)
      await stat(join(restoredDir, 'postgres'))
      return readFigures(printed)
    }),
  )

async function fill(dataDir: string, products: number, orders: number): Promise<void> {
  const settings = { shared_buffers: '256MB', max_wal_size: '1GB' }
  const server = await startEmbedded(dataDir, { settings })
  await migrate(server.url)
  const db = connect(server.url, { limits: false })
  await loadDemo(db, { shopId: 1, storage: openUploadsFolder(dataDir) })
  await generateProducts(db, { shopId: 1, count: products, seed: 1, storage: openUploadsFolder(dataDir) })
  await fillShop(db, orders)
  await db.destroy()
  await server.stop()
}

async function command(name: 'backup' | 'restore', args: string[], dataDir: string): Promise<string> {
  const env = { DATA_DIR: dataDir, BACKUP_KEY: 'a passphrase that is long enough' }
  const { stdout } = await promisify(execFile)(process.execPath, [`server/cli/${name}.ts`, ...args], { env })
  return stdout
}

/** The figures of a backup in the sentences of the command. */
function readFigures(printed: string): Figures {
  const numberIn = (pattern: RegExp) => {
    const [, found] = pattern.exec(printed) ?? []
    if (found === undefined) throw new Error(`The backup printed no ${pattern}: ${printed}`)
    return Number(found)
  }
  return {
    backupSeconds: numberIn(/images in ([\d.]+) s/),
    proofSeconds: numberIn(/checked them in ([\d.]+) s/),
    memoryMb: numberIn(/at most ([\d.]+) MB/),
  }
}
