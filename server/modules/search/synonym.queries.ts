import { sql } from 'kysely'
import type { Synonym } from '#contract/search-words.ts'
import type { Database } from '#server/db/connect.ts'

/** A page of the words that mean the same, those with `q` in one of them, and how many there are. */
export async function listSynonyms(
  db: Database,
  configId: number,
  { q = '', page, limit }: { q?: string | undefined; page: number; limit: number },
): Promise<{ data: Synonym[]; total: number }> {
  const matching = sql`from search_synonym s where s.config_id = ${configId}
    and strpos(lower(array_to_string(s.words, ' ')), ${q.toLowerCase()}) > 0`
  const { rows: data } = await sql<Synonym>`
    select s.id, s.words, coalesce((select max(j.id) from journal j where j.config_id = s.config_id
      and j.subject = 'search_synonym' and j.subject_id = s.id::text), 0) as version
    ${matching} order by lower(s.words[1]), s.id limit ${limit} offset ${(page - 1) * limit}`.execute(db)
  const { rows } = await sql<{ total: number }>`select count(*)::int as total ${matching}`.execute(db)
  return { data, total: rows[0]?.total ?? 0 }
}
