import { sql } from 'kysely'
import type { Database } from '#server/db/connect.ts'

/** The position behind the shop's last row. */
export async function nextPosition(
  db: Database,
  shopId: number,
  table: 'category' | 'subcategory' | 'specification' | 'collection' | 'banner',
): Promise<number> {
  const { next } = await db
    .selectFrom(table)
    .select(sql<number>`coalesce(max(position) + 1, 0)`.as('next'))
    .where('config_id', '=', shopId)
    .executeTakeFirstOrThrow()
  return next
}
