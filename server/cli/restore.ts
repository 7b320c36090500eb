import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readConfig } from '../config.ts'
import { openDatabase, type OpenDatabase } from '../db/open.ts'
import {
  BackupError,
  fetchBackup,
  findBackup,
  PUBLIC_PASSPHRASE,
  restoreBackup,
} from '../modules/backup/index.ts'
import { isRemote } from '../platform/remote-folder/open-remote-folder.ts'
import { openStorageForJobs } from '../platform/storage/open-storage.ts'
import { StartError } from '../start-error.ts'
import { print, runCommand } from './command.ts'

const usage = `Usage: BACKUP_KEY=… npm run restore -- --from PLACE [--replace]
   or: BACKUP_KEY=… npm run restore -- BACKUP [--replace]
Restores the newest backup of a folder, of s3://bucket/prefix or of sftp://user@host/path, or the file BACKUP there, into
the empty database of the settings. The folder "uploads" must be beside the file. The shop must be stopped.
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

/** Addresses may have a password. */
const withoutPassword = (from: string) => from.replace(/^(\w+:\/\/)[^/@]*@/, '$1')

async function main(): Promise<void> {
  const { from, replace, help } = readArguments()
  if (help) return print(usage)
  const config = readConfig()
  const { backupKey: passphrase = PUBLIC_PASSPHRASE, dataDir } = config
  let database: OpenDatabase | undefined
  let fetched: string | undefined
  const explain = (error: unknown) => {
    throw error instanceof BackupError
      ? new StartError(`${withoutPassword(from)} was not restored. ${error.message}`)
      : error
  }
  try {
    if (isRemote(from)) {
      await mkdir(dataDir, { recursive: true })
      fetched = await mkdtemp(join(dataDir, 'restore-'))
    }
    const path = await (
      fetched === undefined
        ? findBackup(from)
        : fetchBackup(from, { remote: config.remote, passphrase, folder: fetched })
    ).catch(explain)
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
    if (fetched !== undefined) await rm(fetched, { recursive: true, force: true })
  }
}

await runCommand(main)
