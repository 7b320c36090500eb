import { sql } from 'kysely'
import type { Synonym } from '#contract/search/search-words.ts'
import type { Database } from '#server/db/connect.ts'

const columns = sql`s.id, s.words, coalesce((select max(j.id) from audit_entry j where j.config_id = s.config_id
  and j.subject = 'search_synonym' and j.subject_id = s.id::text), 0) as version`

/** A page of the groups of synonyms with `q` in one of their words, and how many there are. */
export async function listSynonyms(
  db: Database,
  shopId: number,
  { q = '', page, limit }: { q?: string | undefined; page: number; limit: number },
): Promise<{ data: Synonym[]; total: number }> {
  const matching = sql`from search_synonym s where s.config_id = ${shopId}
    and strpos(lower(array_to_string(s.words, ' ')), ${q.toLowerCase()}) > 0`
  // The starter groups have no entry in the audit log. The groups of the staff come before them.
  const { rows: data } = await sql<Synonym>`
    select id, words, version from (select ${columns} ${matching}) listed
    order by version = 0, lower(words[1]), id limit ${limit} offset ${(page - 1) * limit}`.execute(db)
  const { rows } = await sql<{ total: number }>`select count(*)::int as total ${matching}`.execute(db)
  return { data, total: rows[0]?.total ?? 0 }
}

/** One group of synonyms, or undefined. */
export async function findSynonym(db: Database, shopId: number, id: number): Promise<Synonym | undefined> {
  const { rows } = await sql<Synonym>`
    select ${columns} from search_synonym s where s.config_id = ${shopId} and s.id = ${id}`.execute(db)
  return rows[0]
}
