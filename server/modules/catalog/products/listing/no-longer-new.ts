import { sql } from 'kysely'
import type { Database } from '#server/db/connect.ts'

/**
 * Renews the cached pages of shops where a product stopped being new within the last hour (see `isNew`). Run it at least hourly.
 * Resolves to 0, because it deletes nothing.
 */
export async function notifyNoLongerNew(db: Database): Promise<0> {
  await sql`
    select pg_notify('catalog', config_id::text) from product
    where is_new and created_at between now() - interval '30 days 1 hour' and now() - interval '30 days'
    group by config_id`.execute(db)
  return 0
}
