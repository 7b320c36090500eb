import pg from 'pg'

/** A search reads about a thousand scattered rows of these. Without warming, the first hundred searches would wait for the disk. */
const relations = [
  'search_document_lexemes',
  'search_document_sample',
  'search_document',
  'product_pkey',
  'product',
]

/** Reads them into PostgreSQL's cache while there is room. Leaves nothing in the database. */
export async function warmCache(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: 'haat warming' })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query(
      `create function pg_temp.prewarm(regclass, text, text, bigint, bigint) returns bigint
        language c as '$libdir/pg_prewarm', 'pg_prewarm'`,
    )
    await client.query(
      `with known as (
        select place, to_regclass(name) as relation
        from unnest($1::text[]) with ordinality as t (name, place)
      ), fitting as materialized (
        select relation from (
          select relation, place, sum(pg_relation_size(relation)) over (order by place) as size_up_to_here
          from known where relation is not null
        ) t
        where size_up_to_here < 0.9 * pg_size_bytes(current_setting('shared_buffers'))
        order by place
      )
      select pg_temp.prewarm(relation, 'buffer', 'main', null, null) from fitting`,
      [relations],
    )
  } finally {
    await client.end()
  }
}
