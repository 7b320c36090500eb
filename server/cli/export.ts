import { existsSync } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { readConfig, type Config } from '#server/config.ts'
import { connect } from '#server/db/connect.ts'
import { migrate } from '#server/db/migrate.ts'
import { openForCommand } from '#server/db/open-for-command.ts'
import { verifyArchive, writeArchive } from '#server/modules/export/index.ts'
import { isRemote, openRemoteFolder } from '#server/platform/remote-folder/open-remote-folder.ts'
import { openStorageForJobs } from '#server/platform/storage/open-storage.ts'
import { StartError } from '#server/start-error.ts'
import { megabytes, peakMemory, print, runCommand } from './command.ts'

const usage = `Usage: npm run export -- --to FILE [--shop NUMBER] [--with-passwords]
Writes everything of a shop, running or stopped, to one archive; docs/export-format.md describes it.
FILE is a new zip file, or a folder elsewhere: s3://bucket/prefix or sftp://user@host/path.`

function readArguments() {
  const options = {
    help: { type: 'boolean', default: false },
    to: { type: 'string' },
    shop: { type: 'string', default: '1' },
    'with-passwords': { type: 'boolean', default: false },
  } as const
  try {
    const { values } = parseArgs({ options })
    if (values.help) return undefined
    if (!values.to || !/^[1-9]\d{0,8}$/.test(values.shop)) throw new StartError(usage)
    return { shopId: Number(values.shop), to: values.to, passwords: values['with-passwords'] }
  } catch {
    throw new StartError(usage)
  }
}

async function main(): Promise<void> {
  const options = readArguments()
  if (!options) return print(usage)
  const { shopId, to } = options
  const config = readConfig()
  if (!isRemote(to)) return writeExport(config, { ...options, path: resolve(to) })
  const folder = await mkdtemp(join(tmpdir(), 'haat-export-'))
  const remote = await openRemoteFolder(to, config.remote)
  try {
    const name = `shop-${shopId}-${new Date().toISOString().replaceAll(/[-:]|\.\d+/g, '')}.zip`
    await writeExport(config, { ...options, path: join(folder, name) })
    await remote.put(name, join(folder, name))
    print(`Copied to ${remote.label}/${name}`)
  } finally {
    remote.close()
    await rm(folder, { recursive: true })
  }
}

interface ExportOptions {
  shopId: number
  path: string
  passwords: boolean
}

async function writeExport(config: Config, options: ExportOptions): Promise<void> {
  const { shopId, path } = options
  if (existsSync(path)) throw new StartError(`${path} exists already: name a new file.`)
  const start = performance.now()
  const database = await openForCommand(config, print)
  try {
    await migrate(database.url)
    const db = connect(database.url, { max: 1, limits: false })
    try {
      const shop = await db
        .selectFrom('shop')
        .where('config_id', '=', shopId)
        .select('name')
        .executeTakeFirst()
      if (!shop) throw new StartError(`There is no shop ${shopId}.`)
      const { tables, files, missingFiles, contentHash } = await writeArchive(db, {
        ...options,
        storage: openStorageForJobs(config),
      })
      await verifyArchive(db, path)
      const rows = tables.reduce((sum, table) => sum + table.rows, 0)
      const seconds = ((performance.now() - start) / 1000).toFixed(1)
      const { size } = await stat(path)
      print(`"${shop.name}" is in ${path}`)
      print(`${rows} rows, ${files.count} files, ${megabytes(size)} in ${seconds} s, ${peakMemory()}`)
      print(`Content hash ${contentHash}, read back and compared`)
      if (missingFiles.length > 0) {
        print(
          `${missingFiles.length} files were missing, such as ${missingFiles[0]}; the manifest lists them.`,
        )
      }
    } catch (error) {
      await rm(path, { force: true })
      throw error
    } finally {
      await db.destroy()
    }
  } finally {
    await database.stop()
  }
}

await runCommand(main)
