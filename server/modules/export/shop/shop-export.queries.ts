import type { ShopExport } from '#contract/export/shop-export.ts'
import type { Database } from '#server/db/connect.ts'
import { RETENTION_HOURS } from './shop-export.writes.ts'

const HOUR_MS = 3_600_000

/** The exports of a shop, newest first. */
export async function listShopExports(db: Database, shopId: number): Promise<ShopExport[]> {
  const rows = await db
    .selectFrom('data_export')
    .selectAll()
    .where('config_id', '=', shopId)
    .orderBy('id', 'desc')
    .limit(20)
    .execute()
  return rows.map(({ finished_at: finishedAt, alive_at: aliveAt, file, done, total, ...row }) => ({
    id: row.id,
    requestedBy: row.actor_name,
    requestedAt: row.requested_at.toISOString(),
    state: finishedAt ? (file ? 'done' : 'failed') : aliveAt ? 'running' : 'waiting',
    progress: finishedAt ? 1 : Math.min(1, done / Math.max(1, total)),
    bytes: row.bytes,
    contentHash: row.content_hash,
    removedAt:
      finishedAt && file ? new Date(finishedAt.getTime() + RETENTION_HOURS * HOUR_MS).toISOString() : null,
  }))
}

/** The file of a finished export, and the day on which it was requested. */
export async function findExportFile(
  db: Database,
  shopId: number,
  id: number,
): Promise<{ file: string; day: string } | undefined> {
  const row = await db
    .selectFrom('data_export')
    .select(['file', 'requested_at'])
    .where('config_id', '=', shopId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.file ? { file: row.file, day: row.requested_at.toISOString().slice(0, 10) } : undefined
}
