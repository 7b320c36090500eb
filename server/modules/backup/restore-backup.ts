import { readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type pg from 'pg'
import { migrate } from '#server/db/migrate.ts'
import type { Storage } from '#server/platform/storage/storage.ts'
import { BackupError } from './archive/backup-error.ts'
import { readBackup, type BackupReader } from './archive/backup-file.ts'
import type { Manifest } from './archive/manifest.ts'
import { vaultOf } from './backup-folder.ts'
import { loadTables } from './contents/load-tables.ts'
import { withSession } from './contents/session.ts'
import { readUploads } from './contents/uploads.ts'

interface RestoreOptions {
  /** Of the backup file. The uploads are beside it. */
  path: string
  passphrase: string
  /** Restores over a shop, which is lost. */
  replace: boolean
  /** Opens the database to restore into, once the backup is known to be whole. */
  openTarget: () => Promise<{ url: string; dataDir: string; storage: Storage }>
}

/**
 * Restores a backup into an empty database and its uploads into the storage. Reads the whole backup first, and fills the
 * database in one transaction, so that a damaged backup changes nothing. Throws a `BackupError`.
 */
export async function restoreBackup({
  path,
  passphrase,
  replace,
  openTarget,
}: RestoreOptions): Promise<Manifest> {
  const vault = await vaultOf(path, passphrase)
  const store = { folder: dirname(path), vault }
  const backup = await readBackup(path, vault)
  try {
    await backup.verify()
    await readUploads(backup, store)
    const { url, dataDir, storage } = await openTarget()
    await withSession(url, async (client) => {
      await client.query('begin')
      await makeEmpty(client, replace)
      await loadTables(client, backup)
      // The backup contains its own row as it was then: unfinished.
      await client.query('delete from backup where finished_at is null')
      await readUploads(backup, store, (file, bytes) => storage.put(file, bytes))
      await restoreAuthSecret(backup, dataDir)
      await client.query('commit')
    })
    await migrate(url)
    await withSession(url, (client) => client.query('analyze'))
    return backup.manifest
  } finally {
    await backup.close()
  }
}

/** Makes sure that nobody uses the database, and that it has no tables. */
async function makeEmpty(client: pg.Client, replace: boolean): Promise<void> {
  const ask = async (query: string) =>
    (await client.query<{ answer: boolean }>(query)).rows[0]?.answer === true
  const isUsed = await ask(`
    select exists (select from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and application_name like 'haat%' and application_name <> 'haat warming') as answer`)
  if (isUsed) throw new BackupError('A shop is using this database: stop it first.')
  const hasTables = `exists (select from pg_class where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p'))`
  if (!(await ask(`select ${hasTables} as answer`))) return
  if (!replace && !(await isUntouched(ask)))
    throw new BackupError(
      'This database already has a shop or other tables. To delete them and restore the backup, add --replace.',
    )
  await client.query('drop schema public cascade')
  await client.query('create schema public')
  await client.query('grant usage on schema public to public')
}

/** Whether the database is empty after its migrations: it has no accounts and no products. */
async function isUntouched(ask: (query: string) => Promise<boolean>): Promise<boolean> {
  const isShop = await ask(
    `select to_regclass('app_user') is not null and to_regclass('product') is not null as answer`,
  )
  return (
    isShop && ask('select not exists (select from app_user) and not exists (select from product) as answer')
  )
}

/** Cookies and links of the saved shop stay valid with its secret. The former secret is kept beside it. */
async function restoreAuthSecret({ manifest: { authSecret } }: BackupReader, dataDir: string): Promise<void> {
  if (authSecret === null) return
  const file = join(dataDir, 'auth-secret')
  const current = await readFile(file, 'utf8').catch(() => undefined)
  if (current === authSecret) return
  if (current !== undefined) await rename(file, `${file}.before-restore`)
  await writeFile(file, authSecret, { mode: 0o600, flush: true })
}
