import type { Selectable } from 'kysely'
import type { Backup, Backups } from '#contract/backup/backup.ts'
import type { Database } from '#server/db/connect.ts'
import type { DB } from '#server/db/schema.ts'

const MAX_LISTED = 50

/** The latest backups of a shop, newest first, and the last that was proved. */
export async function listBackups(
  db: Database,
  shopId: number,
): Promise<Pick<Backups, 'lastProof' | 'backups'>> {
  const ofShop = db.selectFrom('backup').selectAll().where('config_id', '=', shopId).orderBy('id', 'desc')
  const [rows, proved] = await Promise.all([
    ofShop.limit(MAX_LISTED).execute(),
    ofShop.where('file', 'is not', null).limit(1).executeTakeFirst(),
  ])
  return { backups: rows.map(asBackup), lastProof: proved ? asBackup(proved) : null }
}

const asBackup = (row: Selectable<DB['backup']>): Backup => ({
  id: row.id,
  state: stateOf(row),
  requestedAt: row.requested_at.toISOString(),
  finishedAt: row.finished_at?.toISOString() ?? null,
  file: row.file,
  bytes: row.bytes,
  rows: row.row_count,
  images: row.uploads,
  missingImages: row.missing_uploads,
  issues: row.findings,
  backupSeconds: row.backup_seconds,
  proofSeconds: row.proof_seconds,
  error: row.error,
  isKept: row.file !== null && row.pruned_at === null,
})

function stateOf(row: Selectable<DB['backup']>): Backup['state'] {
  if (row.error !== null) return 'failed'
  if (row.file !== null) return 'proved'
  return row.started_at === null ? 'waiting' : 'running'
}
