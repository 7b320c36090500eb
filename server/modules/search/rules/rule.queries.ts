import { sql } from 'kysely'
import type { SearchRule } from '#contract/search/search-words.ts'
import type { Database } from '#server/db/connect.ts'
import { searchKey } from '../search-key.ts'

/** The existing products of a list, in its order. */
const products = (column: 'pinned' | 'hidden') => sql`
  coalesce((
    select jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name) order by i.position)
    from unnest(r.${sql.raw(column)}) with ordinality i (id, position)
    join product p on p.config_id = r.config_id and p.id = i.id and p.deleted_at is null
  ), '[]') as ${sql.raw(column)}`

const columns = sql`r.id, r.q, ${products('pinned')}, ${products('hidden')},
  coalesce((select max(j.id) from audit_entry j where j.config_id = r.config_id
    and j.subject = 'search_rule' and j.subject_id = r.id::text), 0) as version`

/** A page of the rules whose search text contains `q`, and how many there are. */
export async function listRules(
  db: Database,
  shopId: number,
  { q = '', page, limit }: { q?: string | undefined; page: number; limit: number },
): Promise<{ data: SearchRule[]; total: number }> {
  const matching = sql`from search_rule r where r.config_id = ${shopId} and strpos(r.q, ${searchKey(q)}) > 0`
  const { rows: data } = await sql<SearchRule>`
    select ${columns} ${matching} order by r.q limit ${limit} offset ${(page - 1) * limit}`.execute(db)
  const { rows } = await sql<{ total: number }>`select count(*)::int as total ${matching}`.execute(db)
  return { data, total: rows[0]?.total ?? 0 }
}

/** One rule, or undefined. */
export async function findRule(db: Database, shopId: number, id: number): Promise<SearchRule | undefined> {
  const { rows } = await sql<SearchRule>`
    select ${columns} from search_rule r where r.config_id = ${shopId} and r.id = ${id}`.execute(db)
  return rows[0]
}

/** The ones of these products that exist. */
export async function listExistingProducts(
  db: Database,
  shopId: number,
  ids: readonly number[],
): Promise<Set<number>> {
  const rows = await db
    .selectFrom('product')
    .select('id')
    .where('config_id', '=', shopId)
    .where('deleted_at', 'is', null)
    .where('id', '=', sql<number>`any(${[...ids]})`)
    .execute()
  return new Set(rows.map(({ id }) => id))
}
