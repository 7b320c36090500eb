import { sql } from 'kysely'
import { type Database, later, type Transaction } from '#server/db/connect.ts'
import { record, type WriteContext } from '#server/modules/audit/index.ts'

/** How long the file of an export can be downloaded. */
export const RETENTION_HOURS = 24
/** After this silence a job counts as dead. A living one reports every second. */
const DEAD_AFTER = sql`interval '30 seconds'`

/** Requests an export, unless the shop has one waiting or running. */
export async function requestExport(tx: Transaction, write: WriteContext): Promise<void> {
  const { shopId, actor } = write
  const requested = await tx
    .insertInto('data_export')
    .values({ config_id: shopId, actor_id: actor.id, actor_name: actor.name })
    .onConflict((conflict) => conflict.column('config_id').where('finished_at', 'is', null).doNothing())
    .returning(['id', 'requested_at'])
    .executeTakeFirst()
  if (!requested) return
  const after = { requested: requested.requested_at.toISOString() }
  later(
    tx,
    record(tx, { ...write, action: 'create', subject: 'data_export', subjectId: requested.id, after }),
  )
  await sql`select pg_notify('data_export', '')`.execute(tx)
}

export interface ClaimedExport {
  shopId: number
  id: number
}

/** Claims the oldest requested export of any shop; also one whose job died. */
export async function claimExport(db: Database): Promise<ClaimedExport | undefined> {
  const { rows } = await sql<ClaimedExport>`
    update data_export set alive_at = now(), done = 0 where (config_id, id) = (
      select config_id, id from data_export
      where finished_at is null and (alive_at is null or alive_at < now() - ${DEAD_AFTER})
      order by requested_at limit 1 for update skip locked)
    returning config_id as "shopId", id`.execute(db)
  return rows[0]
}

const ofExport = ({ shopId, id }: ClaimedExport) => sql`config_id = ${shopId} and id = ${id}`

export async function reportProgress(
  db: Database,
  claimed: ClaimedExport,
  { done, total }: { done: number; total: number },
): Promise<void> {
  await sql`update data_export set alive_at = now(), done = ${done}, total = ${total} where ${ofExport(claimed)}`.execute(
    db,
  )
}

/** Another job may claim the export at once. */
export async function releaseExport(db: Database, claimed: ClaimedExport): Promise<void> {
  await sql`update data_export set alive_at = null where ${ofExport(claimed)}`.execute(db)
}

/** Ends an export. Without a file it has failed. */
export async function finishExport(
  db: Database,
  claimed: ClaimedExport,
  result?: { file: string; bytes: number; contentHash: string },
): Promise<void> {
  const { file = null, bytes = null, contentHash = null } = result ?? {}
  await sql`update data_export set finished_at = clock_timestamp(), file = ${file}, bytes = ${bytes},
    content_hash = ${contentHash} where ${ofExport(claimed)}`.execute(db)
}

export async function deleteExpiredExports(db: Database): Promise<void> {
  await sql`delete from data_export where finished_at < now() - ${RETENTION_HOURS} * interval '1 hour'`.execute(
    db,
  )
}
