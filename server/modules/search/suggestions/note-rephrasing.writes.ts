import { sql } from 'kysely'
import type { Database } from '#server/db/connect.ts'
import { searchKey } from '../search-key.ts'
import type { Visit } from '../signal/visit.writes.ts'
import { differingWords } from './differing-words.ts'

/** Pairs that a shop stores. Known ones still count. */
const MAX_SUGGESTIONS = 5000
/** Searches before the one that led to a click. */
const MAX_FAILED = 3

/**
 * Counts the searches without a click that a shopper gave up within ten minutes for a text whose result they have now opened. A
 * shopper counts once a week for a pair of words.
 */
export async function noteRephrasing(
  db: Database,
  { shopId, shopper: { week, hash }, q }: Visit,
): Promise<void> {
  const worked = searchKey(q)
  const { rows: failed } = await sql<{ q: string; foundNothing: boolean }>`
    select f.q, f.result_count = 0 as "foundNothing" from search_visit f
    join search_visit w on (w.config_id, w.week, w.shopper) = (f.config_id, f.week, f.shopper)
    where f.config_id = ${shopId} and f.week = ${week} and f.shopper = ${hash} and w.q = ${worked}
      and w.clicked_at is not null and f.clicked_at is null and f.suggestion_id is null
      and f.searched_at between w.searched_at - interval '10 minutes' and w.searched_at and f.q <> w.q
    order by f.searched_at desc limit ${MAX_FAILED}`.execute(db)
  for (const { q: text, foundNothing } of failed) {
    const pair = differingWords(text, worked)
    if (!pair) continue
    await sql`
      with pair as (
        insert into synonym_suggestion as s (config_id, failed, worked, found_nothing, shoppers)
        select ${shopId}::int, ${pair.failed}, ${pair.worked}, ${foundNothing}::boolean, 1
        where (
          select count(*) from (
            select from synonym_suggestion where config_id = ${shopId} limit ${MAX_SUGGESTIONS}
          ) stored) < ${MAX_SUGGESTIONS} or exists (
          select from synonym_suggestion
          where config_id = ${shopId} and failed = ${pair.failed} and worked = ${pair.worked})
        on conflict (config_id, failed, worked) do update set
          shoppers = s.shoppers + (not exists (
            select from search_visit v where v.config_id = s.config_id and v.week = ${week} and v.shopper = ${hash}
              and v.suggestion_id = s.id
          ))::int,
          found_nothing = excluded.found_nothing, last_on = current_date
        returning id
      )
      update search_visit set suggestion_id = pair.id from pair
      where config_id = ${shopId} and week = ${week} and shopper = ${hash} and q = ${text}`.execute(db)
  }
}
