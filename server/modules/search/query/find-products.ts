import type { Database } from '#server/db/connect.ts'
import { searchKey } from '../search-key.ts'
import { liftBySignal } from '../signal/signal.rules.ts'
import { buildCascade } from './cascade/cascading-queries.ts'
import { endsOf, splitCompound } from './spelling/compound-words.ts'
import { correctTerms } from './spelling/correct-terms.ts'
import { splitSegments, type Segment } from './query-segments.ts'
import {
  joinSizes,
  matchNeighbours,
  matchStems,
  phraseQuery,
  skuQueries,
  termOf,
  weightOf,
} from './query-terms.ts'
import {
  countVisibleProducts,
  findStaffRules,
  lookUpWords,
  type QueryWord,
  type StaffRules,
} from './query-words.queries.ts'
import { isCompounding, joinedForms, linksOf } from './language.ts'
import { measureAlternatives, spellingsOf } from './word-variants.ts'
import { countNamed, listRanked, listSearchable } from './ranked-products.queries.ts'
import { rankingOf, type RankedTerm } from './ranking.ts'
import { listKnownWords, type KnownWord } from './spelling/spelling.queries.ts'

/** The products that a search finds, best first. */
export interface SearchResult {
  ids: number[]
  /** The query that was searched for instead of a misspelt one. */
  correctedQuery?: string
}

const MAX_RESULTS = 1000
/** Products that lack some of the words fill the results up to this many. */
const MIN_RESULTS = 100
/** Shorter words are not taken for compounds. */
const MIN_COMPOUND_LENGTH = 7
/** Shares of the weight that each half of a compound has, and each word after the noun that the query is about. */
const COMPOUND_SHARE = 0.65
const AFTER_HEAD_SHARE = 0.8

interface SearchOptions {
  limit?: number
  /** Ranks these products alone, to compare rankings. */
  among?: readonly number[]
}

/**
 * Searches the visible products of a shop. An exact name or SKU comes first; the others follow by the weight of their matches.
 * Products that lack some of the words fill the first hundred. Clicks and orders lift products within the results. Pinned
 * products precede, hidden ones are left out.
 */
export async function searchProducts(
  db: Database,
  shopId: number,
  q: string,
  { limit = MAX_RESULTS, among }: SearchOptions = {},
): Promise<SearchResult> {
  const segments = splitSegments(q)
  const allWords = await lookUpWords(db, shopId, segments)
  if (allWords.length === 0) return { ids: [] }
  const contentWords = allWords.filter(({ isStopWord }) => !isStopWord)
  const words = joinSizes(contentWords.length > 0 ? contentWords : allWords)
  const language = allWords[0]?.language ?? 'en'
  const pairs = words.slice(1).map(({ word }, index) => joinedForms(words[index]?.word ?? '', word, language))
  const long = words.map(({ word }) => word).filter((word) => word.length >= MIN_COMPOUND_LENGTH)
  const [visibleProducts, staffRules, known] = await Promise.all([
    countVisibleProducts(db, shopId),
    findStaffRules(db, shopId, { runs: runsOf(allWords), key: searchKey(q) }),
    listKnownWords(db, shopId, language, [
      ...pairs.flat(),
      ...long.flatMap(endsOf),
      ...words.flatMap(({ word, documentCount }) => [
        ...spellingsOf(word),
        ...(documentCount === 0 ? measureAlternatives(word) : []),
      ]),
    ]),
  ])
  const maxExpanded = 4 * limit
  const context = { words, pairs, known, segments, staffRules, visibleProducts, maxExpanded }
  const corrected = await correctTerms(db, shopId, termsOf(shopId, context), visibleProducts)
  const { corrections } = corrected
  const terms = requireSome(corrected.terms)

  const phrases = phrasesOf(shopId, allWords, segments)
  // Hidden products are removed afterwards, so that many more are needed.
  const needed = limit + staffRules.hidden.length
  const minResults = Math.min(needed, MIN_RESULTS + staffRules.hidden.length)
  const sku = skuQueries(shopId, q)
  const named = { shopId, key: allWords.map(({ word }) => word).join(' '), sku: sku.whole }
  const ranked = await listRanked(db, {
    ...rankingOf(shopId, terms, sku),
    ...named,
    limit: needed,
    minResults,
    cascade: buildCascade(terms, { phrases, sku, visibleProducts, limit: needed, minResults }),
    among,
  })
  const { signal } = staffRules
  const ids = signal.length === 0 ? ranked : liftBySignal(ranked, signal, await countNamed(db, named, ranked))
  const pinned = staffRules.pinned.length ? await listSearchable(db, shopId, staffRules.pinned) : []
  const excluded = new Set([...staffRules.hidden, ...pinned])
  const others = ids.filter((id) => !excluded.has(id))
  return {
    ids: [...pinned, ...others].slice(0, limit),
    ...(corrections.size > 0 && { correctedQuery: correctedText(allWords, segments, corrections) }),
  }
}

/** The whole text with its corrections, which keeps words that the search ignores: "watering can". */
function correctedText(
  allWords: readonly QueryWord[],
  segments: readonly Segment[],
  corrections: ReadonlyMap<string, string>,
): string {
  const words = joinSizes(allWords)
  return segments
    .map(({ isPhrase }, index) => {
      const text = words
        .filter(({ segment }) => segment === index)
        .map(({ word }) => (isPhrase ? word : (corrections.get(word) ?? word)).replaceAll('٫', '.'))
        .join(' ')
      return isPhrase && text ? `"${text}"` : text
    })
    .filter(Boolean)
    .join(' ')
}

/** All sequences of one to four consecutive words. */
function runsOf(words: readonly QueryWord[]): string[] {
  const texts = words.map(({ word }) => word)
  return texts.flatMap((_, from) => [1, 2, 3, 4].map((count) => texts.slice(from, from + count).join(' ')))
}

interface Context {
  words: readonly QueryWord[]
  /** Each two neighbours written as one word. */
  pairs: readonly string[][]
  /** The known ones of these pairs and of the parts of long words. */
  known: ReadonlyMap<string, KnownWord>
  segments: readonly Segment[]
  staffRules: StaffRules
  visibleProducts: number
  maxExpanded: number
}

/** The terms of the words, with compounds and synonyms. */
function termsOf(
  shopId: number,
  { words, pairs, known, segments, staffRules, visibleProducts, maxExpanded }: Context,
): RankedTerm[] {
  const head = words.findIndex(({ isHead }) => isHead)
  return words.map((source, index) => {
    const { word, documentCount, language } = source
    const isPhrase = segments[source.segment]?.isPhrase ?? false
    const term = termOf(shopId, source, {
      visibleProducts,
      isLast: index === words.length - 1,
      isPhrase,
      maxExpanded: words.length > 1 ? 100 * maxExpanded : maxExpanded,
    })
    if (!isPhrase) {
      for (const pair of [pairs[index - 1], pairs[index]]) {
        const compound = pair?.flatMap((written) => known.get(written) ?? [])[0]
        if (!compound) continue
        term.exact.push(matchStems(shopId, [compound.stem]))
        // The two words are one, so that together they weigh little more than one.
        term.weight =
          COMPOUND_SHARE *
          (documentCount === 0 ? weightOf(visibleProducts, compound.documentCount) : term.weight)
      }
      for (const spelling of spellingsOf(word)) {
        const other = known.get(spelling)
        if (other) term.exact.push(matchStems(shopId, [other.stem]))
      }
      // The word itself ranks above its synonyms, if the shop has it.
      const synonyms = documentCount > 0 ? term.similar : term.exact
      for (const { key, others } of staffRules.synonyms) {
        if (!` ${key} `.includes(` ${word} `)) continue
        synonyms.push(...others.map((stems) => matchStems(shopId, stems)))
      }
      const halves =
        word.length < MIN_COMPOUND_LENGTH || documentCount === 0
          ? undefined
          : splitCompound(word, known, linksOf(language))
      // German takes a compound apart in any order: "Schlauch für den Garten".
      const match = isCompounding(language) ? matchStems : matchNeighbours
      if (halves)
        term.similar.push(
          match(
            shopId,
            halves.map(({ stem }) => stem),
          ),
        )
    }
    const alternatives =
      documentCount > 0 ? [] : measureAlternatives(word).flatMap((other) => known.get(other) ?? [])
    if (alternatives.length > 0)
      term.weight = weightOf(
        visibleProducts,
        alternatives.reduce((sum, other) => sum + other.documentCount, 0),
      )
    // "charger for 18 volt drill" asks for a charger.
    if (head >= 0 && index > head && !/^\d/.test(word)) term.weight *= AFTER_HEAD_SHARE
    const isKnown =
      documentCount > 0 || term.exact.length > 1 || term.partial.length > 0 || term.similar.length > 0
    return { ...term, isKnown, source }
  })
}

/** Chatter is required if the shop knows no other word. */
const requireSome = (terms: readonly RankedTerm[]): RankedTerm[] =>
  terms.some(({ isKnown, isOptional }) => isKnown && !isOptional)
    ? [...terms]
    : terms.map((term) => ({ ...term, isOptional: false }))

function phrasesOf(shopId: number, words: readonly QueryWord[], segments: readonly Segment[]): string[] {
  return segments.flatMap(({ isPhrase }, index) => {
    const inPhrase = words.filter(({ segment, isStopWord }) => segment === index && !isStopWord)
    return isPhrase && inPhrase.length > 0 ? [`(${phraseQuery(shopId, inPhrase)})`] : []
  })
}
