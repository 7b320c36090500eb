import { sql } from 'kysely'
import type { slugKinds } from '#contract/collection.ts'
import type { Database } from '#server/db/connect.ts'

/**
 * Whose slug this is, or was before it was changed: the id and the slug of today. A slug in use wins over an old one.
 * Undefined where nobody had it, or where shoppers no longer see what had it.
 */
export async function findBySlug(
  db: Database,
  configId: number,
  kind: (typeof slugKinds)[number],
  slug: string,
): Promise<{ id: number; slug: string } | undefined> {
  const isSeen = kind === 'product' ? sql`t.status = 'live' and t.deleted_at is null` : sql`true`
  const { rows } = await sql<{ id: number; slug: string }>`
    select t.id, t.slug
    from ${sql.table(kind)} t
    where t.config_id = ${configId} and ${isSeen}
      and (t.slug = ${slug}
        or t.id = (select h.target_id from slug_history h
                   where h.config_id = ${configId} and h.kind = ${kind} and h.slug = ${slug}))
    order by t.slug = ${slug} desc
    limit 1`.execute(db)
  return rows[0]
}
