import { sql } from 'kysely'
import type { Database } from '#server/db/connect.ts'

/** The tables that an installation can split by shop: all with its column, but `shop_host`, which is read to find the shop. */
export async function tablesByShop(db: Database): Promise<Set<string>> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'config_id' and not a.attisdropped
    where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace and c.relname <> 'shop_host'`.execute(
    db,
  )
  return new Set(rows.map(({ name }) => name))
}
