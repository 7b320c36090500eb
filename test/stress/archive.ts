// Exports shops with the project's own command, imports each into an empty data folder, exports it again, and compares the
// content hashes. Prints hashes and times. The export reads its archive back, so its time contains that.

import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { connect, type Database } from '#server/db/connect.ts'
import { startEmbedded } from '#server/db/embedded/start.ts'
import { migrate } from '#server/db/migrate.ts'
import { settingKeys } from '#server/modules/settings/index.ts'
import { fillEveryTable } from '#test/harness/data/every-table.ts'
import { inFolder } from '#test/harness/processes/kill-folder.ts'
import { openUploadsFolder } from '#server/platform/storage/open-storage.ts'
import { generateProducts } from '../../demo/generate-products.ts'
import { loadDemo } from '../../demo/load-demo.ts'

/** The demo shop with customers and orders, the same with every setting empty, and one with so many products. */
export async function run(products = 100_000): Promise<void> {
  await compare('The demo shop')
  await compare('A shop with every setting empty', clearSettings)
  await compare(`A shop with ${products} products`, (db, dataDir) =>
    generateProducts(db, { shopId: 1, count: products, seed: 1, storage: openUploadsFolder(dataDir) }),
  )
}

type Fill = (db: Database, dataDir: string) => Promise<void>

const compare = (name: string, more: Fill = () => Promise.resolve()) =>
  inFolder((dataDir) =>
    inFolder(async (otherDir) => {
      await fill(dataDir, more)
      const file = join(dataDir, 'shop.zip')
      const before = await command('export', ['--to', file, '--with-passwords'], dataDir)
      const imported = await command('import', ['--from', file], otherDir)
      const after = await command(
        'export',
        ['--to', join(otherDir, 'shop.zip'), '--with-passwords'],
        otherDir,
      )
      const [left, right] = [hashIn(before.printed), hashIn(after.printed)]
      const times = `export ${before.seconds} s, import ${imported.seconds} s`
      console.log(`${name}: ${rowsIn(before.printed)}, ${times}\n  exported ${left}\n  imported ${right}`)
      if (left !== right) throw new Error(`${name} did not come back as it left`)
    }),
  )

async function fill(dataDir: string, more: Fill): Promise<void> {
  const settings = { shared_buffers: '256MB', max_wal_size: '1GB' }
  const server = await startEmbedded(dataDir, { settings })
  await migrate(server.url)
  const db = connect(server.url, { limits: false })
  await loadDemo(db, { shopId: 1, storage: openUploadsFolder(dataDir) })
  await fillEveryTable(db, 100)
  await more(db, dataDir)
  await db.destroy()
  await server.stop()
}

/** JSON null is what staff leave when they clear an optional field. */
async function clearSettings(db: Database): Promise<void> {
  await sql`insert into setting (config_id, key, value) select 1, unnest(${[...settingKeys]}::text[]), 'null'
    on conflict (config_id, key) do update set value = excluded.value`.execute(db)
}

async function command(name: 'export' | 'import', args: string[], dataDir: string) {
  const start = performance.now()
  const env = { ...process.env, DATA_DIR: dataDir }
  const { stdout } = await promisify(execFile)(process.execPath, [`server/cli/${name}.ts`, ...args], { env })
  return { printed: stdout, seconds: ((performance.now() - start) / 1000).toFixed(1) }
}

function hashIn(printed: string): string {
  const [, hash] = /Content hash (\w{64})/.exec(printed) ?? []
  if (hash === undefined) throw new Error(`No hash was printed: ${printed}`)
  return hash
}

const rowsIn = (printed: string) => /\d+ rows, \d+ files, [\d.]+ \wB/.exec(printed)?.[0] ?? ''
