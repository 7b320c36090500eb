import { parseArgs } from 'node:util'
import { readConfig } from '../config.ts'
import { openDatabase, type OpenDatabase } from '../db/open.ts'
import { BackupError, restoreBackup } from '../modules/backup/index.ts'
import { StartError } from '../start-error.ts'

const usage = `Usage: BACKUP_KEY=… npm run restore -- BACKUP [--replace]
Restores the file BACKUP into an empty database. The folder "uploads" must be beside it.
--replace deletes the shop that is in the database.`

const print = (sentence: string) => console.log(sentence)

function readArguments(): { path: string; replace: boolean } {
  try {
    const options = { replace: { type: 'boolean', default: false } } as const
    const { values, positionals } = parseArgs({ options, allowPositionals: true })
    const [path] = positionals
    if (path !== undefined && positionals.length === 1) return { path, replace: values.replace }
  } catch {}
  throw new StartError(usage)
}

/** `npm run restore -- BACKUP` restores a backup into the database of the settings, while the shop is stopped. */
async function main(): Promise<void> {
  const { path, replace } = readArguments()
  const config = readConfig()
  const { backupKey: passphrase, dataDir } = config
  if (passphrase === undefined)
    throw new StartError('Set BACKUP_KEY to the passphrase with which the backup was made.')
  let database: OpenDatabase | undefined
  const explain = (error: unknown) => {
    throw error instanceof BackupError ? new StartError(`${path} was not restored. ${error.message}`) : error
  }
  try {
    const { madeAt, tables, uploads } = await restoreBackup({
      path,
      passphrase,
      replace,
      async openTarget() {
        database = await openDatabase(config, print)
        return { url: database.url, dataDir }
      },
    }).catch(explain)
    const rows = tables.reduce((sum, table) => sum + table.rows, 0)
    print(
      `Restored the shop of ${madeAt}: ${rows} rows and ${uploads.files} images. Start it with npm start.`,
    )
  } finally {
    await database?.stop()
  }
}

try {
  await main()
} catch (error) {
  console.error(error instanceof StartError ? error.message : error)
  process.exitCode = 1
}
