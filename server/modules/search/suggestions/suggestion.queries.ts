import { sql } from 'kysely'
import type { SynonymSuggestion } from '#contract/search/synonym-suggestion.ts'
import type { Database } from '#server/db/connect.ts'

/** Fewer shoppers may share a slip. */
const MIN_SHOPPERS = 3

/**
 * A page of the pairs of words that staff have neither added nor dismissed, those that found nothing first, and how many there
 * are.
 */
export async function listSuggestions(
  db: Database,
  shopId: number,
  { page, limit }: { page: number; limit: number },
): Promise<{ data: SynonymSuggestion[]; total: number }> {
  const { rows } = await sql<SynonymSuggestion & { total: number }>`
    select id, failed, worked, shoppers, found_nothing as "foundNothing", count(*) over ()::int as total
    from synonym_suggestion s
    where config_id = ${shopId} and not dismissed and shoppers >= ${MIN_SHOPPERS} and not exists (
      select from search_synonym y
      where y.config_id = s.config_id and y.keys && array[s.failed] and y.keys @> array[s.failed, s.worked])
    order by found_nothing desc, shoppers desc, failed, worked
    limit ${limit} offset ${(page - 1) * limit}`.execute(db)
  return { data: rows.map(({ total: _total, ...row }) => row), total: rows[0]?.total ?? 0 }
}
