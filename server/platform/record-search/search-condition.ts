import { sql, type RawBuilder } from 'kysely'
import type { Database } from '#server/db/connect.ts'
import { containing } from '#server/db/like.ts'
import {
  isForgiven,
  patternWithSlip,
  readSearch,
  type SearchReading,
  type SearchWord,
} from './search-query.ts'

/** Search documents, which triggers write. */
type DocumentTable = 'order_search_document' | 'customer_search_document'

interface Search {
  shopId: number
  table: DocumentTable
  /** As staff have typed it. */
  text: string
  /** The number of decimals of the shop's currency. */
  decimals: number
}

/**
 * What a search text means, as a condition on the documents `d` of its table. A slip in a word is forgiven only if no document
 * matches exactly, so that a list, its count and its pages agree.
 */
export async function searchCondition(
  db: Database,
  { shopId, table, text, decimals }: Search,
): Promise<RawBuilder<boolean>> {
  const readings = readSearch(text, decimals)
  const [words] = readings
  if (!words) return sql<boolean>`false`
  const exact = scoped(shopId, table, readings)
  if (!words.some(canHaveSlip)) return exact
  const { rows } = await sql`select from ${sql.table(table)} d where ${exact} limit 1`.execute(db)
  if (rows.length > 0) return exact
  const meant = await Promise.all(words.map((word) => withKnownWords(db, { shopId, table }, word)))
  return scoped(shopId, table, [meant])
}

const canHaveSlip = ({ texts }: SearchWord) => texts.some(isForgiven)

/** The word with the words of the documents that differ from it by one slip. */
async function withKnownWords(
  db: Database,
  { shopId, table }: Pick<Search, 'shopId' | 'table'>,
  word: SearchWord,
): Promise<SearchWord> {
  const patterns = word.texts.filter(isForgiven).map(patternWithSlip)
  if (patterns.length === 0) return word
  const { rows } = await sql<{ word: string }>`
    select known as word from unnest(${patterns}::text[]) as pattern
    cross join lateral words_with_slip(${shopId}, ${table}, pattern) as known`.execute(db)
  return { ...word, texts: [...word.texts, ...rows.map((row) => row.word)] }
}

const scoped = (shopId: number, table: DocumentTable, readings: readonly SearchReading[]) =>
  sql<boolean>`d.config_id = ${shopId} and (${sql.join(
    readings.map((words) => {
      const matches = words.map((word) => matching(word, table))
      return sql`(${sql.join(matches, sql` and `)})`
    }),
    sql` or `,
  )})`

function matching({ texts, amount, isAmountOnly }: SearchWord, table: DocumentTable) {
  const matches = texts.map((text) => sql`d.text like ${containing(text)}`)
  const hasTotal = amount !== undefined && table === 'order_search_document'
  if (hasTotal && isAmountOnly) return sql`d.total = ${amount}`
  if (hasTotal) matches.push(sql`d.total = ${amount}`)
  return sql`(${sql.join(matches, sql` or `)})`
}
