import { sql, type RawBuilder } from 'kysely'
import type { SearchReportKind, SearchReportRow, SearchReportSort } from '#contract/search/search-report.ts'
import type { Database } from '#server/db/connect.ts'
import { searchKey } from '../search-key.ts'

interface ReportQuery {
  kind: SearchReportKind
  /** First and last day as YYYY-MM-DD. */
  from: string
  to: string
  q?: string | undefined
  sort?: SearchReportSort | undefined
  /** Absent: all rows. */
  limit?: number
  offset?: number
}

const orders: Record<SearchReportSort, RawBuilder<unknown>> = {
  q: sql`q`,
  q_desc: sql`q desc`,
  searches: sql`searches, q`,
  searches_desc: sql`searches desc, q`,
  clicks: sql`clicks, q`,
  clicks_desc: sql`clicks desc, q`,
  found: sql`found, q`,
  found_desc: sql`found desc, q`,
}

/** The texts of a period, each with the result count of its latest day. */
const textsOf = (shopId: number, { from, to, q = '' }: Pick<ReportQuery, 'from' | 'to' | 'q'>) => sql`
  select q, sum(searches)::int as searches, sum(clicks)::int as clicks,
    (array_agg(result_count order by day desc))[1] as found
  from search_count
  where config_id = ${shopId} and day between ${from} and ${to} and strpos(q, ${searchKey(q)}) > 0
  group by q`

/** A page of the search report of a period, and how many rows there are. */
export async function listSearches(
  db: Database,
  shopId: number,
  { kind, sort, limit, offset = 0, ...query }: ReportQuery,
): Promise<{ data: SearchReportRow[]; total: number }> {
  const isClicked = kind === 'clicked'
  const rowsOf = isClicked
    ? sql`select t.q, t.searches, k.clicks, t.found, k.product_id, p.name
        from texts t join (
          select q, product_id, sum(clicks)::int as clicks from search_click
          where config_id = ${shopId} and day between ${query.from} and ${query.to} group by q, product_id
        ) k using (q)
        join product p on p.config_id = ${shopId} and p.id = k.product_id`
    : sql`select q, searches, clicks, found, null::int as product_id, null as name from texts
        where ${kind === 'all'} or found = 0`
  const order = orders[sort ?? (isClicked ? 'clicks_desc' : 'searches_desc')]
  const { rows } = await sql<SearchReportRow & { total: number }>`
    with texts as (${textsOf(shopId, query)}), listed as (${rowsOf})
    select l.q, l.searches, l.clicks, l.found, r.id as "ruleId", count(*) over ()::int as total,
      case when l.product_id is not null then jsonb_build_object('id', l.product_id, 'name', l.name) end as product
    from listed l left join search_rule r on r.config_id = ${shopId} and r.q = l.q
    order by ${sql`${order}`}, product_id
    limit ${limit ?? null} offset ${offset}`.execute(db)
  return { data: rows, total: rows[0]?.total ?? 0 }
}

/** Totals of a period: searches, searches without results, and clicks. */
export async function sumSearches(
  db: Database,
  shopId: number,
  period: Pick<ReportQuery, 'from' | 'to'>,
): Promise<{ searches: number; nothing: number; clicks: number }> {
  const { rows } = await sql<{ searches: number; nothing: number; clicks: number }>`
    select coalesce(sum(searches), 0)::int as searches, coalesce(sum(clicks), 0)::int as clicks,
      coalesce(sum(searches) filter (where found = 0), 0)::int as nothing
    from (${textsOf(shopId, period)}) texts`.execute(db)
  return rows[0] ?? { searches: 0, nothing: 0, clicks: 0 }
}
