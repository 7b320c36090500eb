import { sql } from 'kysely'
import type { Database } from '#server/db/connect.ts'
import { defaultRetention } from '#server/modules/settings/index.ts'

/** Events deleted by one transaction, so that its locks are brief. */
const BATCH_SIZE = 500

/** Deletes events, with their deliveries, that are older than their shop keeps them. Answers how many. */
export async function removeOldEvents(db: Database): Promise<number> {
  const { rows: shops } = await sql<{ configId: number; days: number }>`
    select s.config_id as "configId", coalesce((
      select value::int from setting where config_id = s.config_id and key = 'retention.event_days'
    ), ${defaultRetention.event_days}::int) as days
    from shop s order by 1`.execute(db)
  let count = 0
  for (const { configId, days } of shops) {
    for (let removed = BATCH_SIZE; removed === BATCH_SIZE; count += removed)
      removed = await removeOldest(db, configId, days)
  }
  return count
}

/** Ids ascend with time, so the oldest are found by the primary key. */
async function removeOldest(db: Database, configId: number, days: number): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: number }>`
      select id from (
        select id, at from event where config_id = ${configId} order by id limit ${BATCH_SIZE}
      ) oldest where at < now() - ${days} * interval '1 day'`.execute(tx)
    const ids = rows.map(({ id }) => id)
    if (ids.length === 0) return 0
    const old = sql`config_id = ${configId}`
    await sql`delete from webhook_delivery where ${old} and event_id = any(${ids}::bigint[])`.execute(tx)
    await sql`delete from event where ${old} and id = any(${ids}::bigint[])`.execute(tx)
    return ids.length
  })
}
