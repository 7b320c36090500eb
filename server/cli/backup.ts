import { setPriority } from 'node:os'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { readConfig } from '../config.ts'
import { migrate } from '../db/migrate.ts'
import { openForCommand } from '../db/open-for-command.ts'
import { PUBLIC_PASSPHRASE, runBackup } from '../modules/backup/index.ts'
import { isRemote, openRemoteFolder } from '../platform/remote-folder/open-remote-folder.ts'
import { openStorageForJobs } from '../platform/storage/open-storage.ts'
import { StartError } from '../start-error.ts'
import { megabytes, peakMemory, print, runCommand } from './command.ts'

const usage = `Usage: BACKUP_KEY=… npm run backup -- [--to PLACE]
Backs up all shops, running or stopped, and proves the backup by restoring it into a scratch database.
BACKUP_KEY    encrypts it: a passphrase of at least 16 characters. Keep it in another place: restoring needs it
--to PLACE    where backups are kept: a folder, or s3://bucket/prefix or sftp://user@host/path for a copy there;
              without it BACKUP_DIR, or backups in DATA_DIR, and a copy at BACKUP_TO`

function readArguments(): { to?: string; help: boolean } {
  try {
    const options = { to: { type: 'string' }, help: { type: 'boolean', default: false } } as const
    return parseArgs({ options }).values
  } catch {
    throw new StartError(usage)
  }
}

async function main(): Promise<void> {
  const { to, help } = readArguments()
  if (help) return print(usage)
  const config = readConfig()
  const { backupKey, dataDir, publicUrl, port } = config
  const passphrase = backupKey ?? PUBLIC_PASSPHRASE
  // Shoppers come first.
  setPriority(10)
  const database = await openForCommand(config, print)
  try {
    await migrate(database.url)
    const folder = to === undefined || isRemote(to) ? config.backupDir : resolve(to)
    // A folder that is given on the command line is meant to be the only place.
    const address = to === undefined || isRemote(to) ? (to ?? config.backupTo) : undefined
    const origin = publicUrl ?? `http://localhost:${port}`
    const result = await runBackup({
      url: database.url,
      dataDir,
      storage: openStorageForJobs(config),
      folder,
      passphrase,
      origin,
      openRemote: address === undefined ? undefined : () => openRemoteFolder(address, config.remote),
    })
    const { file, bytes, rows, uploads, missingUploads, backupSeconds, proofSeconds, findings } = result
    print(`Saved ${rows} rows (${megabytes(bytes)}) and ${uploads} images in ${backupSeconds.toFixed(1)} s.`)
    print(`Restored and checked them in ${proofSeconds.toFixed(1)} s. It took ${peakMemory()}.`)
    if (missingUploads > 0) print(`${missingUploads} images are missing in the shop and in the backup.`)
    if (findings > 0) print(`The shop has ${findings} reconciliation issues, and so has the backup.`)
    if (backupKey === undefined) {
      print(
        'It is not encrypted: anyone who has the folder can read it. Set BACKUP_KEY to a passphrase to encrypt it.',
      )
    }
    print(resolve(folder, file))
  } finally {
    await database.stop()
  }
}

await runCommand(main)
