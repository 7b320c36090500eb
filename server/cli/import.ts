import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { readConfig } from '#server/config.ts'
import { prepareDataDir } from '#server/data-dir.ts'
import { connect } from '#server/db/connect.ts'
import { migrate } from '#server/db/migrate.ts'
import { openForCommand } from '#server/db/open-for-command.ts'
import { openArchive, restoreShop } from '#server/modules/export/index.ts'
import { replaceAdminPassword, unknownPasswordHash } from '#server/modules/identity/index.ts'
import { openStorageForJobs } from '#server/platform/storage/open-storage.ts'
import { StartError } from '#server/start-error.ts'
import { peakMemory, print, runCommand } from './command.ts'

const usage = `Usage: npm run import -- --from FILE [--shop NUMBER]
Fills an empty shop with an archive of "npm run export", in a database of the same version.`

function readArguments() {
  const options = {
    help: { type: 'boolean', default: false },
    from: { type: 'string' },
    shop: { type: 'string', default: '1' },
  } as const
  try {
    const { values } = parseArgs({ options })
    if (values.help) return undefined
    if (!values.from || !/^[1-9]\d{0,8}$/.test(values.shop)) throw new StartError(usage)
    return { shopId: Number(values.shop), path: resolve(values.from) }
  } catch {
    throw new StartError(usage)
  }
}

async function main(): Promise<void> {
  const options = readArguments()
  if (!options) return print(usage)
  const { shopId, path } = options
  if (!existsSync(path)) throw new StartError(`There is no file ${path}.`)
  const config = prepareDataDir(readConfig())
  const start = performance.now()
  const archive = await openArchive(path)
  const database = await openForCommand(config, print)
  try {
    await migrate(database.url)
    const db = connect(database.url, { max: 2, limits: false })
    try {
      const shop = await db
        .selectFrom('shop')
        .where('config_id', '=', shopId)
        .select('name')
        .executeTakeFirst()
      if (!shop) throw new StartError(`There is no shop ${shopId}: add one with npm run shop:add.`)
      await restoreShop(db, archive, {
        shopId,
        storage: openStorageForJobs(config),
        unknownPassword: await unknownPasswordHash(),
      })
      const { tables, files, contentHash, passwords } = archive.manifest
      const rows = tables.reduce((sum, table) => sum + table.rows, 0)
      const seconds = ((performance.now() - start) / 1000).toFixed(1)
      print(
        `${rows} rows and ${files.count} files are in shop ${shopId}, after ${seconds} s, ${peakMemory()}`,
      )
      print(`Content hash ${contentHash}`)
      const admin = passwords ? undefined : await replaceAdminPassword(db, shopId)
      if (admin) {
        print(
          `Sign in as ${admin.email} with the password ${admin.password} (shown this once; to be changed at the first sign-in)`,
        )
        print('Everyone else chooses a new password with "Forgot password?".')
      }
    } finally {
      await db.destroy()
    }
  } finally {
    archive.close()
    await database.stop()
  }
}

await runCommand(main)
