import { sql, type RawBuilder } from 'kysely'
import { LIVE_MINUTES } from '#contract/reports/visit.ts'
import type { Database } from '#server/db/connect.ts'

/** SQL that is true if the shop counts visitors. Its default is that of the settings. */
export const countsVisitors = (shopId: number): RawBuilder<unknown> => sql`not exists (
  select from setting where config_id = ${shopId}::int and key = 'retention.count_visitors' and value = 'false')`

/** Visitors who were seen in the last minutes; null if the shop does not count them. */
export async function countLiveVisitors(db: Database, shopId: number): Promise<number | null> {
  const { rows } = await sql<{ visitors: number | null }>`
    select case when ${countsVisitors(shopId)} then (
      select count(*)::int from visitor
      where config_id = ${shopId} and seen_at > now() - ${LIVE_MINUTES} * interval '1 minute'
    ) end as visitors`.execute(db)
  return rows[0]?.visitors ?? null
}

/** A range of time: start inclusive, end exclusive. */
interface Range {
  start: Date
  end: Date
}

/** Visitors of each range, counted once a day and by whole hours; null if none of its days was counted. */
export async function countVisitors(
  db: Database,
  shopId: number,
  ranges: readonly Range[],
): Promise<(number | null)[]> {
  const { rows } = await sql<{ visitors: number | null }>`
    select sum(c.visitors)::int as visitors
    from unnest(${ranges.map(({ start }) => start)}::timestamptz[], ${ranges.map(({ end }) => end)}::timestamptz[])
      with ordinality as r (start, until, n)
    left join visit_count c on c.config_id = ${shopId} and c.hour >= date_trunc('hour', r.start) and c.hour < r.until
    group by r.n order by r.n`.execute(db)
  return rows.map(({ visitors }) => visitors)
}
