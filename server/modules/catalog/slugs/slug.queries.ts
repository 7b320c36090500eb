import { sql } from 'kysely'
import type { slugKinds } from '#contract/catalog/collection.ts'
import type { Database } from '#server/db/connect.ts'

/**
 * The record that has this slug now or had it before: its id and current slug. A current slug wins over a former one.
 * Undefined for an unknown slug and for a product that shoppers cannot see.
 */
export async function findBySlug(
  db: Database,
  shopId: number,
  kind: (typeof slugKinds)[number],
  slug: string,
): Promise<{ id: number; slug: string } | undefined> {
  const isVisible = kind === 'product' ? sql`t.status = 'live' and t.deleted_at is null` : sql`true`
  const { rows } = await sql<{ id: number; slug: string }>`
    select t.id, t.slug
    from ${sql.table(kind)} t
    where t.config_id = ${shopId} and ${isVisible}
      and (t.slug = ${slug}
        or t.id = (select h.target_id from slug_history h
                   where h.config_id = ${shopId} and h.kind = ${kind} and h.slug = ${slug}))
    order by t.slug = ${slug} desc
    limit 1`.execute(db)
  return rows[0]
}
