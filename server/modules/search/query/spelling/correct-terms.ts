import type { Database } from '#server/db/connect.ts'
import { knownEnds, partsOf, splitCompound } from './compound-words.ts'
import { allOf, anyOf, matchNeighbours, matchStems, weightOf } from '../query-terms.ts'
import type { RankedTerm } from '../ranking.ts'
import { beginsLanguageWord, isCorrectable, isLanguageWord } from '../../words/language-words.ts'
import { linksOf, type Language } from '../language.ts'
import { closestWords, isCorrectableBeginning, type Candidate, type Correction } from './spelling.ts'
import {
  countMatches,
  listKnownWords,
  listSimilarBeginnings,
  listSimilarWords,
  type KnownWord,
} from './spelling.queries.ts'

/** Shorter unknown words may be parts of known ones. */
const MIN_WHOLE_LENGTH = 5
/** A correction that this many products have beside the neighbouring words is no better for more of them. */
const MAX_NEIGHBOURS = 16
/** The edits that a correction may need more for each doubling of the products that have it beside its neighbours. */
const NEIGHBOUR_GAIN = 0.3

/** The terms to search for, and the corrections by misspelt word. */
interface CorrectedTerms {
  terms: RankedTerm[]
  corrections: ReadonlyMap<string, string>
}

/**
 * Replaces unknown words outside quotes by similar known ones. Words of the language stay, and so do words that only occur in
 * parts of others; the similar words of these are searched too.
 */
export async function correctTerms(
  db: Database,
  shopId: number,
  terms: readonly RankedTerm[],
  visibleProducts: number,
): Promise<CorrectedTerms> {
  const unknown = terms.filter((term) => isUnknown(term, terms.at(-1)))
  const changed = new Map<string, string>()
  if (unknown.length === 0) return { terms: [...terms], corrections: changed }
  const words = unknown.map(({ source }) => source.word)
  const language = unknown[0]?.source.language ?? 'en'
  const misspelt = words.filter((word) => isCorrectable(word, language))
  const unfinished = misspelt.find(
    (word) => word === terms.at(-1)?.source.word && isMisspeltBeginning(word, language),
  )
  const [known, similarWords, similarBeginnings] = await Promise.all([
    listKnownWords(db, shopId, language, words.flatMap(partsOf)),
    misspelt.length > 0 ? listSimilarWords(db, shopId, misspelt) : new Map<string, Candidate[]>(),
    unfinished === undefined ? [] : listSimilarBeginnings(db, shopId, unfinished),
  ])
  const corrected = await Promise.all(
    terms.map(async (term): Promise<RankedTerm[]> => {
      if (!unknown.includes(term)) return [term]
      const { word } = term.source
      const parts = splitCompound(word, known, linksOf(language))
      const isMisspelt = misspelt.includes(word)
      if (parts && !term.isKnown && (isMisspelt || (await areNeighbours(db, shopId, parts))))
        return parts.map((part) => withStem(shopId, term, part, visibleProducts))
      if (!isMisspelt)
        return [withEnds(shopId, term, knownEnds(word, wholeEnds(word, known, language)), visibleProducts)]
      const closest = await inContext(
        db,
        shopId,
        term,
        terms,
        word === unfinished
          ? closestWords(word, distinct([...(similarWords.get(word) ?? []), ...similarBeginnings]), {
              isUnfinished: true,
            })
          : closestWords(word, similarWords.get(word) ?? []),
      )
      const [best, ...others] = closest.map(({ candidate }) => candidate)
      if (!best) return [withEnds(shopId, term, knownEnds(word, known), visibleProducts)]
      const similar = others.map(({ stem }) => matchStems(shopId, [stem]))
      // Letters within longer words are rarely meant.
      const isPart = term.source.prefixMatches.length > 0 || word.length < MIN_WHOLE_LENGTH
      if (term.isKnown && isPart)
        return [{ ...term, similar: [...term.similar, matchStems(shopId, [best.stem]), ...similar] }]
      changed.set(word, best.word)
      const replacement = { stem: best.stem, documentCount: best.nameCount }
      return [{ ...withStem(shopId, term, replacement, visibleProducts), similar }]
    }),
  )
  return { terms: corrected.flat(), corrections: changed }
}

/** Whether the text begins no word of the language either: "couc" may become "couch", and "keetl" nothing but a kettle. */
const isMisspeltBeginning = (word: string, language: Language) =>
  isCorrectableBeginning(word) && !beginsLanguageWord(word, language)

const distinct = (candidates: readonly Candidate[]): Candidate[] => [
  ...new Map(candidates.map((candidate) => [candidate.word, candidate])).values(),
]

/** The ends that leave another word of the language: "bath" of "bathroom", and not "sand" of "sandal". */
const wholeEnds = (word: string, known: ReadonlyMap<string, KnownWord>, language: Language) =>
  new Map(
    [...known].filter(([end]) =>
      isLanguageWord(word.startsWith(end) ? word.slice(end.length) : word.slice(0, -end.length), language),
    ),
  )

/** Whether products have the parts of a word beside each other: "lamp shade" rather than "car pet". */
async function areNeighbours(db: Database, shopId: number, parts: readonly KnownWord[]): Promise<boolean> {
  const stems = parts.map(({ stem }) => stem)
  const [count = 0] = await countMatches(db, shopId, [matchNeighbours(shopId, stems).all ?? ''], 1)
  return count > 0
}

/** The term with a known word instead of its own. */
function withStem(
  shopId: number,
  term: RankedTerm,
  { stem, documentCount }: KnownWord,
  visibleProducts: number,
): RankedTerm {
  return {
    ...term,
    stem,
    exact: [matchStems(shopId, [stem])],
    estimate: { exact: documentCount, partial: documentCount },
    weight: weightOf(visibleProducts, documentCount),
    isKnown: true,
  }
}

/** Also finds the longest known words at the beginning and at the end of the unknown one: "bathroom" finds "bath". */
function withEnds(
  shopId: number,
  term: RankedTerm,
  ends: readonly KnownWord[],
  visibleProducts: number,
): RankedTerm {
  if (ends.length === 0) return term
  const similar = [...term.similar, ...ends.map(({ stem }) => matchStems(shopId, [stem]))]
  if (term.isKnown) return { ...term, similar }
  const products = ends.reduce((sum, { documentCount }) => sum + documentCount, 0)
  return {
    ...term,
    similar,
    estimate: { exact: 0, partial: products },
    weight: weightOf(visibleProducts, products),
    isKnown: true,
  }
}

/** No product has the word, and the shopper is not typing it. */
function isUnknown(
  { isKnown, isPhrase, isOptional, exact, partial, source }: RankedTerm,
  last: RankedTerm | undefined,
): boolean {
  if (isPhrase || isOptional || source.documentCount > 0 || exact.length > 1 || /^\d/.test(source.word))
    return false
  const isTyped = source === last?.source && source.prefixMatches.length > 0
  return !isKnown || (partial.length > 0 && source.word.length > 3 && !isTyped)
}

/** Prefers corrections that products have together with the other words of the query. */
async function inContext(
  db: Database,
  shopId: number,
  term: RankedTerm,
  terms: readonly RankedTerm[],
  corrections: readonly Correction[],
): Promise<Correction[]> {
  const others = terms.filter(
    (other) => other !== term && other.source.documentCount > 0 && !other.isOptional,
  )
  if (corrections.length < 2 || others.length === 0) return [...corrections]
  const neighbours = anyOf(others.flatMap(({ exact }) => exact[0]?.name ?? []))
  const queries = corrections.map(({ candidate }) =>
    allOf([matchStems(shopId, [candidate.stem]).name ?? '', neighbours]),
  )
  const counts = await countMatches(db, shopId, queries, MAX_NEIGHBOURS)
  return corrections
    .map(({ candidate, cost }, at) => ({
      candidate,
      cost: cost - NEIGHBOUR_GAIN * Math.log2(1 + (counts[at] ?? 0)),
    }))
    .sort((a, b) => a.cost - b.cost)
}
