import type { Database } from '#server/db/connect.ts'
import { buildQueries } from './cascading-queries.ts'
import { splitSegments, type Segment } from './query-segments.ts'
import { matchStems, phraseQuery, skuPrefixQuery, skuQuery, termOf, type Term } from './query-terms.ts'
import {
  countVisibleProducts,
  findStaffRules,
  lookUpWords,
  type QueryWord,
  type StaffRules,
} from './query-words.queries.ts'
import { listRanked, listSearchable } from './ranked-products.queries.ts'
import { searchKey } from '../search-key.ts'
import { closestWords } from './spelling.ts'
import { listKnownWords, listSimilarWords, splitCompounds } from './spelling.queries.ts'

/** The products that a search finds, best first. */
export interface SearchResult {
  ids: number[]
  /** The query that was searched for instead of a misspelt one. */
  correctedQuery?: string
}

const MAX_RESULTS = 1000

/**
 * Searches the visible products of a shop. Ranks an exact name or SKU first, then all words in the name, partial words in
 * the name, words anywhere, and some of the words. Pinned products precede, hidden ones are left out.
 */
export async function searchProducts(
  db: Database,
  configId: number,
  q: string,
  { limit = MAX_RESULTS }: { limit?: number } = {},
): Promise<SearchResult> {
  const segments = splitSegments(q)
  const allWords = await lookUpWords(db, configId, segments)
  if (allWords.length === 0) return { ids: [] }
  const contentWords = allWords.filter(({ isStopWord }) => !isStopWord)
  const words = contentWords.length > 0 ? contentWords : allWords
  const pairs = words.slice(1).map(({ word }, index) => `${words[index]?.word ?? ''}${word}`)
  const [visibleProducts, staffRules, compounds] = await Promise.all([
    countVisibleProducts(db, configId),
    findStaffRules(db, configId, { runs: runsOf(allWords), key: searchKey(q) }),
    listKnownWords(db, configId, pairs),
  ])
  const maxExpanded = 4 * limit
  const context = { words, pairs, compounds, segments, staffRules, visibleProducts, maxExpanded }
  const { terms, correctedQuery } = await correctTerms(db, configId, termsOf(configId, context))

  const phrases = phrasesOf(configId, allWords, segments)
  const joined = allWords.map(({ word }) => word).join('')
  // Hidden products are removed afterwards, so that many more are needed.
  const needed = limit + staffRules.hidden.length
  const sku = skuPrefixQuery(configId, joined)
  const queries = buildQueries(configId, terms, { phrases, sku, visibleProducts, limit: needed })
  const ids = await listRanked(db, {
    ...queries,
    configId,
    limit: needed,
    key: allWords.map(({ word }) => word).join(' '),
    sku: skuQuery(configId, joined),
  })
  const pinned = staffRules.pinned.length ? await listSearchable(db, configId, staffRules.pinned) : []
  const excluded = new Set([...staffRules.hidden, ...pinned])
  const others = ids.filter((id) => !excluded.has(id))
  return { ids: [...pinned, ...others].slice(0, limit), ...(correctedQuery && { correctedQuery }) }
}

/** All sequences of one to four consecutive words. */
function runsOf(words: readonly QueryWord[]): string[] {
  const texts = words.map(({ word }) => word)
  return texts.flatMap((_, from) => [1, 2, 3, 4].map((count) => texts.slice(from, from + count).join(' ')))
}

interface Context {
  words: readonly QueryWord[]
  /** Each two neighbours written as one word, and the stems of those that the shop knows. */
  pairs: readonly string[]
  compounds: ReadonlyMap<string, string>
  segments: readonly Segment[]
  staffRules: StaffRules
  visibleProducts: number
  maxExpanded: number
}

interface WordTerm extends Term {
  word: string
}

/** The terms of the words, with compounds and synonyms. */
function termsOf(
  configId: number,
  { words, pairs, compounds, segments, staffRules, visibleProducts, maxExpanded }: Context,
): WordTerm[] {
  return words.map((word, index) => {
    const isPhrase = segments[word.segment]?.isPhrase ?? false
    const term = termOf(configId, word, {
      visibleProducts,
      isLast: index === words.length - 1,
      isPhrase,
      maxExpanded: words.length > 1 ? 100 * maxExpanded : maxExpanded,
    })
    if (!isPhrase) {
      for (const pair of [pairs[index - 1], pairs[index]]) {
        const stem = pair === undefined ? undefined : compounds.get(pair)
        if (stem !== undefined) term.exact.push(matchStems(configId, [stem]))
      }
      for (const { key, others } of staffRules.synonyms) {
        if (!` ${key} `.includes(` ${word.word} `)) continue
        term.exact.push(...others.map((stems) => matchStems(configId, stems)))
      }
    }
    const isKnown = word.documentCount > 0 || term.exact.length > 1 || term.partial.length > 0
    return { ...term, isKnown, word: word.word }
  })
}

/** Replaces unknown words outside quotes by similar known ones. */
async function correctTerms(
  db: Database,
  configId: number,
  terms: readonly WordTerm[],
): Promise<{ terms: Term[]; correctedQuery: string | undefined }> {
  const unknown = terms.filter(({ isKnown, isPhrase }) => !isKnown && !isPhrase).map(({ word }) => word)
  if (unknown.length === 0) return { terms: [...terms], correctedQuery: undefined }
  const [compoundParts, similar] = await Promise.all([
    splitCompounds(db, configId, unknown),
    listSimilarWords(db, configId, unknown),
  ])
  const corrected = terms.map((term) => {
    if (term.isKnown || term.isPhrase) return term
    const { word } = term
    const parts = compoundParts.get(word)
    const closest = parts ? [] : closestWords(word, similar.get(word) ?? [])
    const stems = parts ? [parts] : closest.map(({ stem }) => [stem])
    if (stems.length === 0) return term
    const products = closest.reduce((sum, { nameCount }) => sum + nameCount, 0)
    return {
      ...term,
      exact: stems.map((each) => matchStems(configId, each)),
      estimate: { exact: products, partial: products },
      isKnown: true,
      word: closest[0]?.word ?? word,
    }
  })
  const isCorrected = corrected.some(({ word }, index) => word !== terms[index]?.word)
  const correctedQuery = isCorrected ? corrected.map(({ word }) => word).join(' ') : undefined
  return { terms: corrected, correctedQuery }
}

function phrasesOf(configId: number, words: readonly QueryWord[], segments: readonly Segment[]): string[] {
  return segments.flatMap(({ isPhrase }, index) => {
    const inPhrase = words.filter(({ segment, isStopWord }) => segment === index && !isStopWord)
    return isPhrase && inPhrase.length > 0 ? [`(${phraseQuery(configId, inPhrase)})`] : []
  })
}
