import { sql } from 'kysely'
import type { Database } from '#server/db/connect.ts'
import { searchProducts } from '#server/modules/search/index.ts'
import { prepareBm25 } from './bm25.ts'
import type { Method } from './method.ts'

/** The shop's search, plain PostgreSQL methods and BM25, with the indexes that each needs, over the current products. */
export async function prepareMethods(db: Database): Promise<[own: Method, ...plain: Method[]]> {
  await sql`drop table if exists plain`.execute(db)
  await sql`
    create table plain as
    select p.id, p.name, p.name || ' ' || c.name || ' ' || p.description as said,
      to_tsvector('english', p.name || ' ' || c.name || ' ' || p.description) as words
    from product p join category c on c.config_id = p.config_id and c.id = p.category_id
    where p.config_id = 1 and p.status = 'live' and p.deleted_at is null`.execute(db)
  await sql`create index on plain using gin (words)`.execute(db)
  await sql`create index on plain using gin (said gin_trgm_ops)`.execute(db)
  await sql`vacuum (analyze) plain`.execute(db)
  const among = (ids: readonly number[] | undefined) => (ids ? sql`and id = any(${ids}::int[])` : sql``)
  const idsOf = (rows: { id: number }[]) => rows.map(({ id }) => id)
  return [
    {
      name: 'Haat',
      async search(q, only) {
        const { ids } = await searchProducts(db, 1, q.slice(0, 200), only ? { among: only } : {})
        return ids
      },
    },
    {
      name: 'ILIKE',
      async search(q, only) {
        const pattern = `%${q.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
        const { rows } = await sql<{ id: number }>`
          select id from plain where said ilike ${pattern} ${among(only)}
          order by name ilike ${pattern} desc, id limit 100`.execute(db)
        return idsOf(rows)
      },
    },
    {
      name: 'plainto_tsquery',
      async search(q, only) {
        const { rows } = await sql<{ id: number }>`
          select id from plain, plainto_tsquery('english', ${q}) asked where words @@ asked ${among(only)}
          order by ts_rank(words, asked) desc, id limit 100`.execute(db)
        return idsOf(rows)
      },
    },
    await prepareBm25(db),
  ]
}
