import { parseArgs } from 'node:util'
import { readConfig } from '../config.ts'
import { openDatabase, type OpenDatabase } from '../db/open.ts'
import { BackupError, findBackup, PUBLIC_PASSPHRASE, restoreBackup } from '../modules/backup/index.ts'
import { openStorageForJobs } from '../platform/storage/open-storage.ts'
import { StartError } from '../start-error.ts'
import { print, runCommand } from './command.ts'

const usage = `Usage: BACKUP_KEY=… npm run restore -- --from FOLDER [--replace]
   or: BACKUP_KEY=… npm run restore -- BACKUP [--replace]
Restores the newest backup of a folder, or the file BACKUP, into the empty database of the settings. The folder "uploads"
must be beside the file. The shop must be stopped.
BACKUP_KEY  the passphrase with which it was made, if it was made with one
--replace   deletes the shop that is in the database`

interface Arguments {
  /** Of a backup or of a folder with backups. */
  from: string
  replace: boolean
  help: boolean
}

function readArguments(): Arguments {
  const flag = { type: 'boolean', default: false } as const
  const options = { from: { type: 'string' }, replace: flag, help: flag } as const
  try {
    const { values, positionals } = parseArgs({ options, allowPositionals: true })
    const { from: given, replace, help } = values
    const [from, ...more] = given === undefined ? positionals : [given, ...positionals]
    if (help) return { from: '', replace, help }
    if (from !== undefined && more.length === 0) return { from, replace, help }
  } catch {}
  throw new StartError(usage)
}

async function main(): Promise<void> {
  const { from, replace, help } = readArguments()
  if (help) return print(usage)
  const config = readConfig()
  const { backupKey: passphrase = PUBLIC_PASSPHRASE, dataDir } = config
  let database: OpenDatabase | undefined
  const explain = (error: unknown) => {
    throw error instanceof BackupError ? new StartError(`${from} was not restored. ${error.message}`) : error
  }
  try {
    const path = await findBackup(from).catch(explain)
    const { madeAt, tables, uploads } = await restoreBackup({
      path,
      passphrase,
      replace,
      async openTarget() {
        database = await openDatabase(config, print)
        return { url: database.url, dataDir, storage: openStorageForJobs(config) }
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

await runCommand(main)
