import { rm } from 'node:fs/promises'
import pg from 'pg'
import { connect } from '#server/db/connect.ts'
import { runIntegrityChecks } from '#server/modules/reconciliation/index.ts'
import { BackupError } from './archive/backup-error.ts'
import { readBackup } from './archive/backup-file.ts'
import type { Vault } from './archive/vault.ts'
import { loadTables } from './contents/load-tables.ts'
import { withSession } from './contents/session.ts'
import { DamagedUpload, readUploads } from './contents/uploads.ts'

/** What the checks of the restored shop found. */
export interface Proof {
  /** Reconciliation issues of the shop, which the backup repeats faithfully. */
  findings: number
}

/**
 * Restores a backup into a scratch database on the server of `url`, compares rows and hashes, runs the integrity checks of
 * each shop, and reads every upload. Drops the scratch database. Throws a `BackupError` if the backup does not hold.
 */
export async function proveBackup(
  path: string,
  { url, folder, vault }: { url: string; folder: string; vault: Vault },
): Promise<Proof> {
  const backup = await readBackup(path, vault)
  try {
    await readUploads(backup, { folder, vault }).catch(async (error: unknown) => {
      // Without the damaged copy, the next backup stores the upload again.
      if (error instanceof DamagedUpload) await rm(error.path, { force: true })
      throw error
    })
    return await withScratchDatabase(url, async (scratchUrl) => {
      await withSession(scratchUrl, async (client) => {
        await client.query('begin')
        await loadTables(client, backup)
        await client.query('commit')
        await client.query('analyze')
      })
      return { findings: await countFindings(scratchUrl) }
    })
  } finally {
    await backup.close()
  }
}

async function countFindings(url: string): Promise<number> {
  const db = connect(url, { max: 1, limits: false })
  try {
    let count = 0
    for (const shop of await db.selectFrom('shop').select(['config_id as shopId', 'locale']).execute())
      count += (await runIntegrityChecks(db, shop)).length
    return count
  } finally {
    await db.destroy()
  }
}

/** The name is fixed, so that the next run drops what a killed one has left. One backup runs at a time. */
async function withScratchDatabase<T>(url: string, work: (url: string) => Promise<T>): Promise<T> {
  const scratchUrl = new URL(url)
  const name = `${decodeURIComponent(scratchUrl.pathname.slice(1))}_backup_proof`
  scratchUrl.pathname = `/${encodeURIComponent(name)}`
  return withSession(url, async (client) => {
    const drop = () => client.query(`drop database if exists ${pg.escapeIdentifier(name)} with (force)`)
    try {
      await drop()
      await client.query(`create database ${pg.escapeIdentifier(name)}`)
    } catch (error) {
      throw new BackupError(
        `The server refuses a scratch database for the proof (${(error as Error).message}): allow its user to create databases.`,
      )
    }
    try {
      return await work(scratchUrl.href)
    } finally {
      await drop()
    }
  })
}
