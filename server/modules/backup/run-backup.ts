import { basename } from 'node:path'
import { sql } from 'kysely'
import type pg from 'pg'
import { dashboardLinks } from '#contract/dashboard-links.ts'
import { adminRole } from '#contract/identity/role.ts'
import { connect, type Database, type Transaction } from '#server/db/connect.ts'
import type { RemoteFolder } from '#server/platform/remote-folder/remote-folder.ts'
import { frame, sendEmail, type EmailContent, type EmailInput } from '#server/modules/email/index.ts'
import { BackupError } from './archive/backup-error.ts'
import { acceptBackup, openFolder, pruneFolder } from './backup-folder.ts'
import {
  beginBackup,
  installationShop,
  noteFailure,
  notePruned,
  noteSuccess,
  type Result,
} from './backup.writes.ts'
import { withSession } from './contents/session.ts'
import { makeBackup, type BackupSource } from './make-backup.ts'
import { proveBackup } from './prove-backup.ts'
import { copyBackups } from './remote/copy-backups.ts'

/** An arbitrary number, the same in every version of the shop. Who holds this lock makes the only backup. */
const LOCK_KEY = 7_249_002

interface BackupRun extends BackupSource {
  /** Of the backups. */
  folder: string
  passphrase: string
  /** Opens the folder elsewhere that gets a copy. */
  openRemote?: (() => Promise<RemoteFolder>) | undefined
  /** The origin of shop 1, for the link in an email about a failure. */
  origin: string
}

/**
 * Makes a backup, proves it, and deletes old ones. Records the result, and emails the admins about a failure. Throws what
 * went wrong: a `BackupError` if another backup is running.
 */
export async function runBackup(run: BackupRun): Promise<Result> {
  const db = connect(run.url, { max: 1, limits: false })
  try {
    return await withSession(run.url, async (lock) => {
      if (!(await takeLock(lock))) throw new BackupError('Another backup is running.')
      await failInterrupted(db, run.origin)
      const id = await beginBackup(db)
      try {
        const result = await makeProvedBackup(db, run)
        if (run.openRemote) await copyBackups(run.folder, run.openRemote)
        await noteSuccess(db, id, result)
        return result
      } catch (error) {
        await fail(db, { id, origin: run.origin, reason: (error as Error).message })
        throw error
      }
    })
  } finally {
    await db.destroy()
  }
}

async function takeLock(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [
    LOCK_KEY,
  ])
  return rows[0]?.taken === true
}

async function makeProvedBackup(
  db: Database,
  { url, dataDir, storage, folder, passphrase }: BackupRun,
): Promise<Result> {
  const seconds = stopwatch()
  const vault = await openFolder(folder, passphrase)
  const { path, bytes, manifest } = await makeBackup({ url, dataDir, storage }, { folder, vault })
  const backupSeconds = seconds()
  const { findings } = await proveBackup(path, { url, folder, vault })
  const proofSeconds = seconds()
  const file = basename(await acceptBackup(path))
  await notePruned(db, await pruneFolder(folder, vault))
  const { tables, uploads } = manifest
  return {
    file,
    bytes,
    rows: tables.reduce((sum, { rows }) => sum + rows, 0),
    uploads: uploads.files,
    missingUploads: uploads.missing.length,
    backupSeconds,
    proofSeconds,
    findings,
  }
}

/** Returns the seconds since its last call. */
function stopwatch(): () => number {
  let start = performance.now()
  return () => {
    const since = start
    start = performance.now()
    return (start - since) / 1000
  }
}

/** Records that the process of a running backup has ended, and emails the admins. Does nothing while one is running. */
export async function failIfInterrupted(db: Database, origin: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{
      taken: boolean
    }>`select pg_try_advisory_xact_lock(${LOCK_KEY}) as taken`.execute(tx)
    if (rows[0]?.taken) await failInterrupted(tx, origin)
  })
}

async function failInterrupted(db: Database, origin: string): Promise<void> {
  const row = await db
    .selectFrom('backup')
    .select('id')
    .where('config_id', '=', installationShop)
    .where('finished_at', 'is', null)
    .where('started_at', 'is not', null)
    .executeTakeFirst()
  const reason = 'The backup was interrupted: its process ended before the backup was complete.'
  if (row) await fail(db, { id: row.id, origin, reason })
}

/** Records a failure and writes the emails about it, in one transaction. */
async function fail(
  db: Database,
  { id, origin, reason }: { id: number; origin: string; reason: string },
): Promise<void> {
  const write = async (tx: Transaction) => {
    await noteFailure(tx, id, reason)
    await emailAdmins(tx, origin, reason)
  }
  await (db.isTransaction ? write(db as Transaction) : db.transaction().execute(write))
}

async function emailAdmins(tx: Transaction, origin: string, reason: string): Promise<void> {
  const admins = await tx
    .selectFrom('app_user as u')
    .innerJoin('shop as s', 's.config_id', 'u.config_id')
    .select(['u.email', 'u.full_name as name', 's.name as shopName'])
    .where('u.config_id', '=', installationShop)
    .where('u.role_id', '=', adminRole)
    .where('u.disabled_at', 'is', null)
    .orderBy('u.id')
    .execute()
  const link = origin + dashboardLinks.backups()
  for (const { email, name, shopName } of admins)
    await sendEmail(tx, installationShop, email, backupFailedEmail({ shopName, name, link, reason }))
}

interface BackupFailedInput extends EmailInput {
  /** One or more sentences. */
  reason: string
}

/** Tells the admins that a backup failed. */
const backupFailedEmail = ({ reason, ...input }: BackupFailedInput): EmailContent =>
  frame(input, {
    template: 'backup_failed',
    subject: `Backup failed at ${input.shopName}`,
    before: [
      'The latest backup of your shop could not be made, checked or copied:',
      reason,
      'Earlier backups are unchanged. Please fix the cause, then press “Back up now”:',
    ],
    button: 'View backups',
    after: ['You receive this email because you are an admin of the shop.'],
  })
