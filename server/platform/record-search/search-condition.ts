import { sql, type RawBuilder } from 'kysely'
import type { Database } from '#server/db/connect.ts'
import { beginningAWord, containing } from '#server/db/like.ts'
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

/** The index holds groups of three letters. It finds shorter texts only where a word begins, and people mean that. */
const INDEXED_LENGTH = 3

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
  const place = { shopId, table }
  const meant = await Promise.all(
    words.map((word) =>
      withKnownWords(
        db,
        place,
        word,
        words.filter((other) => other !== word),
      ),
    ),
  )
  return scoped(shopId, table, [meant])
}

const canHaveSlip = ({ texts }: SearchWord) => texts.some(isForgiven)

/** The word with the words that differ from it by one slip, in documents that may have the other words, too. */
async function withKnownWords(
  db: Database,
  { shopId, table }: Pick<Search, 'shopId' | 'table'>,
  word: SearchWord,
  others: readonly SearchWord[],
): Promise<SearchWord> {
  const patterns = word.texts.filter(isForgiven).map(patternWithSlip)
  if (patterns.length === 0) return word
  const rest = others.flatMap((other) => patternOfWord(other) ?? [])
  const { rows } = await sql<{ word: string }>`
    select known as word from unnest(${patterns}::text[]) as pattern
    cross join lateral words_with_slip(${shopId}, ${table}, pattern, ${rest}::text[]) as known`.execute(db)
  return { ...word, texts: [...word.texts, ...rows.map((row) => row.word)] }
}

/** A regular expression for a word and its slips. Undefined for one that may be an amount, which no text contains. */
function patternOfWord({ texts, amount }: SearchWord): string | undefined {
  if (amount !== undefined) return undefined
  const forms = texts.map((text) => (isForgiven(text) ? patternWithSlip(text) : literalPattern(text)))
  return forms.join('|')
}

const literalPattern = (text: string) => {
  const literal = text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
  return text.length < INDEXED_LENGTH ? ` ${literal}` : literal
}

const scoped = (shopId: number, table: DocumentTable, readings: readonly SearchReading[]) =>
  sql<boolean>`d.config_id = ${shopId} and (${sql.join(
    readings.map((words) => {
      const matches = words.map((word) => matching(word, table))
      return sql`(${sql.join(matches, sql` and `)})`
    }),
    sql` or `,
  )})`

const patternOf = (text: string) => (text.length < INDEXED_LENGTH ? beginningAWord(text) : containing(text))

function matching({ texts, amount, isAmountOnly }: SearchWord, table: DocumentTable) {
  const matches = texts.map((text) => sql`d.text like ${patternOf(text)}`)
  const hasTotal = amount !== undefined && table === 'order_search_document'
  if (hasTotal && isAmountOnly) return sql`d.total = ${amount}`
  if (hasTotal) matches.push(sql`d.total = ${amount}`)
  return sql`(${sql.join(matches, sql` or `)})`
}
