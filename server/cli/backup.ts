import { setPriority } from 'node:os'
import { readConfig } from '../config.ts'
import { migrate } from '../db/migrate.ts'
import { openForCommand } from '../db/open-for-command.ts'
import { BackupError, runBackup } from '../modules/backup/index.ts'
import { StartError } from '../start-error.ts'

const print = (sentence: string) => console.log(sentence)

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`

/** `npm run backup` backs up all shops, running or stopped, and proves the backup by restoring it. */
async function main(args: string[]): Promise<void> {
  if (args.length > 0) throw new StartError('Usage: BACKUP_KEY=… npm run backup')
  const config = readConfig()
  const { backupKey: passphrase, backupDir: folder, dataDir, publicUrl, port } = config
  if (passphrase === undefined) {
    throw new StartError(
      'Set BACKUP_KEY to a passphrase of at least 16 characters, and keep it in another place: without it nobody can restore a backup.',
    )
  }
  // Shoppers come first.
  setPriority(10)
  const database = await openForCommand(config, print)
  try {
    await migrate(database.url)
    const origin = publicUrl ?? `http://localhost:${port}`
    const result = await runBackup({ url: database.url, dataDir, folder, passphrase, origin })
    const { file, bytes, rows, uploads, missingUploads, backupSeconds, proofSeconds, findings } = result
    print(`Saved ${rows} rows (${megabytes(bytes)}) and ${uploads} images in ${backupSeconds.toFixed(1)} s.`)
    print(
      `Restored and checked them in ${proofSeconds.toFixed(1)} s; memory at most ${megabytes(process.resourceUsage().maxRSS * 1024)}.`,
    )
    if (missingUploads > 0) print(`${missingUploads} images are missing in the shop and in the backup.`)
    if (findings > 0) print(`The shop has ${findings} reconciliation issues, and so has the backup.`)
    print(`${folder}/${file}`)
  } finally {
    await database.stop()
  }
}

try {
  await main(process.argv.slice(2))
} catch (error) {
  console.error(error instanceof StartError || error instanceof BackupError ? error.message : error)
  process.exitCode = 1
}
