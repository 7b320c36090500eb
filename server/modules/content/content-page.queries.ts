import { sql } from 'kysely'
import type { Database } from '#server/db/connect.ts'

interface ContentPageRow {
  slug: string
  title: string
  body: string
  updated_at: Date
}

/** Finds the page with this slug or, if there is none, the page that had it last, with its current slug. */
export async function findContentPage(
  db: Database,
  shopId: number,
  slug: string,
): Promise<ContentPageRow | undefined> {
  const { rows } = await sql<ContentPageRow>`
    select p.slug, p.title, p.body, p.updated_at from content_page p
    where p.config_id = ${shopId}
      and (p.slug = ${slug}
        or p.id = (select h.page_id from content_page_history h where h.config_id = ${shopId} and h.slug = ${slug}))
    order by p.slug = ${slug} desc
    limit 1`.execute(db)
  return rows[0]
}
