import { sql } from 'kysely'
import type { pageSorts } from '#contract/content/admin-page.ts'
import type { Database } from '#server/db/connect.ts'

interface PageRow {
  id: number
  slug: string
  title: string
  updated_at: Date
}

interface Filter {
  q?: string | undefined
  sort: (typeof pageSorts)[number]
  page: number
  limit: number
}

const orders = {
  title: sql`lower(title), id`,
  '-title': sql`lower(title) desc, id desc`,
  updated: sql`updated_at, id`,
  '-updated': sql`updated_at desc, id desc`,
}

/** A page of the content pages and their total. `q` searches title and URL. */
export async function listPages(
  db: Database,
  shopId: number,
  { q = '', sort, page, limit }: Filter,
): Promise<{ data: PageRow[]; total: number }> {
  const matching = sql`from content_page where config_id = ${shopId}
    and strpos(lower(concat_ws(' ', title, slug)), lower(${q})) > 0`
  const { rows: data } = await sql<PageRow>`select id, slug, title, updated_at ${matching}
    order by ${orders[sort]} limit ${limit} offset ${(page - 1) * limit}`.execute(db)
  const { rows } = await sql<{ total: number }>`select count(*)::int as total ${matching}`.execute(db)
  return { data, total: rows[0]?.total ?? 0 }
}

/** Finds a page with its Markdown. */
export function findPage(
  db: Database,
  shopId: number,
  id: number,
): Promise<(PageRow & { body: string }) | undefined> {
  return db
    .selectFrom('content_page')
    .select(['id', 'slug', 'title', 'body', 'updated_at'])
    .where('config_id', '=', shopId)
    .where('id', '=', id)
    .executeTakeFirst()
}
