import { sql } from 'kysely'
import type { Database } from '#server/db/connect.ts'
import { removeEvents } from '#server/modules/events/index.ts'
import { defaultRetention } from '#server/modules/settings/index.ts'

/** Events deleted by one transaction, so that its locks are brief. */
const BATCH_SIZE = 500

/** Deletes events, with their deliveries, that are older than their shop keeps them. Returns how many. */
export async function removeOldEvents(db: Database): Promise<number> {
  const { rows: shops } = await sql<{ shopId: number; days: number }>`
    select s.config_id as "shopId", coalesce((
      select value::int from setting where config_id = s.config_id and key = 'retention.event_days'
    ), ${defaultRetention.event_days}::int) as days
    from shop s order by 1`.execute(db)
  let count = 0
  for (const { shopId, days } of shops) {
    for (let removed = BATCH_SIZE; removed === BATCH_SIZE; count += removed)
      removed = await removeOldest(db, shopId, days)
  }
  return count
}

/** Ids ascend with time, so the oldest are found by the primary key. */
async function removeOldest(db: Database, shopId: number, days: number): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: number }>`
      select id from (
        select id, at from event where config_id = ${shopId} order by id limit ${BATCH_SIZE}
      ) oldest where at < now() - ${days} * interval '1 day'`.execute(tx)
    const ids = rows.map(({ id }) => id)
    if (ids.length === 0) return 0
    await sql`
      delete from webhook_delivery where config_id = ${shopId} and event_id = any(${ids}::bigint[])`.execute(
      tx,
    )
    await removeEvents(tx, shopId, ids)
    return ids.length
  })
}
