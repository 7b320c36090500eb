import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { connect } from '#server/db/connect.ts'
import type { Job } from '#server/platform/jobs/job.ts'
import { isBackupWaiting, requestNightlyBackup } from './backup.writes.ts'
import { failIfInterrupted } from './run-backup.ts'

const command = fileURLToPath(new URL('../../cli/backup.ts', import.meta.url))

interface BackupJobDeps {
  databaseUrl: string
  /** The origin of shop 1. */
  origin: string
  /** The time of day of the nightly backup in the shop's time zone, "03:00", or "off". */
  time: string
  /** Makes a backup. By default `npm run backup` runs in a separate process with its own memory and a low priority. */
  backUp?: (signal: AbortSignal) => Promise<unknown>
  intervalMs?: number
}

/** Backs the installation up every night, and at once when the dashboard requests it. Notices a backup whose process died. */
export function backupJob({
  databaseUrl,
  origin,
  time,
  backUp = runCommand,
  intervalMs = 30_000,
}: BackupJobDeps): Job {
  const db = connect(databaseUrl, { max: 1 })
  return {
    name: 'backup',
    intervalMs,
    firstRunMs: 5000,
    channel: 'backup',
    async run(signal) {
      await failIfInterrupted(db, origin)
      if (time !== 'off') await requestNightlyBackup(db, time)
      if (await isBackupWaiting(db)) await backUp(signal)
    },
    close: () => db.destroy(),
  }
}

/** The command records its failure itself; the rejection is for the log and the metrics of the job. */
async function runCommand(signal: AbortSignal): Promise<void> {
  const child = spawn(process.execPath, [command], { stdio: ['ignore', 'ignore', 'pipe'], signal })
  let output = ''
  child.stderr.on('data', (bytes: Buffer) => (output = (output + bytes.toString()).slice(-2000)))
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) throw new Error(`The backup failed: ${output.trim()}`)
}
