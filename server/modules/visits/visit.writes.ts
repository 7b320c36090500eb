import { sql } from 'kysely'
import { prepared, type Database } from '#server/db/connect.ts'
import { countsVisitors } from './visit.queries.ts'

/** Notes that a visitor is in the shop, and counts the first visit of the day. Does nothing if the shop counts no visitors. */
export async function noteVisit(db: Database, shopId: number, hash: Buffer): Promise<void> {
  await prepared(
    'note_visit',
    sql`
    with seen as (
      insert into visitor (config_id, hash) select ${shopId}::int, ${hash}::bytea where ${countsVisitors(shopId)}
      on conflict (config_id, hash) do update set seen_at = now()
      -- Zero for a row that the statement has inserted.
      returning xmax = 0 as is_first
    )
    insert into visit_count (config_id, hour)
    select ${shopId}::int, date_trunc('hour', now()) from seen where is_first
    on conflict (config_id, hour) do update set visitors = visit_count.visitors + 1`,
  ).execute(db)
}
