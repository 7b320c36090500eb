import type { Database } from '#server/db/connect.ts'
import { listRanked, listSearchable } from './ranked.queries.ts'
import { searchKey } from './search-key.ts'
import { segmentsOf, type Segment } from './query-text.ts'
import { findParts, listKnown, listSimilar } from './spelling.queries.ts'
import { nearest } from './spelling.ts'
import { meetingOf, phraseOf, queriesOf, skuOf, termOf, wholeSku, type Term } from './terms.ts'
import { countShown, findSaid, lookUpWords, type AskedWord, type Said } from './words.queries.ts'

/** What a text finds: at most `most` products, the best first. */
export interface Found {
  ids: number[]
  /** What was looked for instead, where a word of the text is not known. */
  meant?: string
}

/** As many as are ranked; who finds more than that has searched for something else. */
const mostFound = 1000

/**
 * The products of a shop that shoppers see and that meet a text. In order: those named so or with this SKU; all words in the
 * name, as words, then as parts of words; all words anywhere; some of them. Of each kind those in stock come first, then by
 * how much the words say where they stand. What staff has pinned is in front, what it has hidden is left out.
 */
export async function searchProducts(
  db: Database,
  configId: number,
  q: string,
  { most = mostFound }: { most?: number } = {},
): Promise<Found> {
  const segments = segmentsOf(q)
  const asked = await lookUpWords(db, configId, segments)
  if (asked.length === 0) return { ids: [] }
  const saying = asked.filter(({ stop }) => !stop)
  const words = saying.length > 0 ? saying : asked
  const pairs = words.slice(1).map(({ word }, index) => `${words[index]?.word ?? ''}${word}`)
  const [shown, said, compounds] = await Promise.all([
    countShown(db, configId),
    findSaid(db, configId, { runs: runsOf(asked), key: searchKey(q) }),
    listKnown(db, configId, pairs),
  ])
  const found = termsOf(configId, { words, pairs, compounds, segments, said, shown, enough: 4 * most })
  const { terms, meant } = await correctTerms(db, configId, found)
  const phrases = phrasesOf(configId, asked, segments)
  const key = asked.map(({ word }) => word).join(' ')
  const joined = asked.map(({ word }) => word).join('')
  const wanted = most + said.hidden.length
  const queries = queriesOf(configId, terms, { phrases, sku: skuOf(configId, joined), shown, most: wanted })
  const ids = await listRanked(db, {
    ...queries,
    configId,
    most: wanted,
    key,
    sku: wholeSku(configId, joined),
  })
  const pinned = said.pinned.length ? await listSearchable(db, configId, said.pinned) : []
  const out = new Set([...said.hidden, ...pinned])
  const rest = ids.filter((id) => !out.has(id))
  return { ids: [...pinned, ...rest].slice(0, most), ...(meant && { meant }) }
}

/** Words that follow one another, up to four, joined by a space. */
function runsOf(asked: readonly AskedWord[]): string[] {
  const words = asked.map(({ word }) => word)
  return words.flatMap((_, from) => [1, 2, 3, 4].map((count) => words.slice(from, from + count).join(' ')))
}

interface Context {
  words: readonly AskedWord[]
  /** Of neighbours, as one word, and the stems of those that the shop knows. */
  pairs: readonly string[]
  compounds: ReadonlyMap<string, string>
  segments: readonly Segment[]
  said: Said
  shown: number
  enough: number
}

interface AskedTerm extends Term {
  word: string
}

/** What is looked for, word by word. */
function termsOf(
  configId: number,
  { words, pairs, compounds, segments, said, shown, enough }: Context,
): AskedTerm[] {
  return words.map((word, index) => {
    const isPhrase = segments[word.segment]?.isPhrase ?? false
    const isLast = index === words.length - 1
    const term = termOf(configId, word, {
      shown,
      isLast,
      isPhrase,
      enough: words.length > 1 ? 100 * enough : enough,
    })
    if (!isPhrase) {
      for (const pair of [pairs[index - 1], pairs[index]]) {
        const stem = pair === undefined ? undefined : compounds.get(pair)
        if (stem !== undefined) term.exact.push(meetingOf(configId, [stem]))
      }
      for (const { key, others } of said.synonyms) {
        if (!` ${key} `.includes(` ${word.word} `)) continue
        term.exact.push(...others.map((stems) => meetingOf(configId, stems)))
      }
    }
    const isMet = word.documents > 0 || term.exact.length > 1 || term.parts.length > 0
    return { ...term, isMet, word: word.word }
  })
}

/** Where a word is not known and not in quotes, what may be meant by it; `meant` is the text with other words then. */
async function correctTerms(
  db: Database,
  configId: number,
  terms: readonly AskedTerm[],
): Promise<{ terms: Term[]; meant: string | undefined }> {
  const unknown = terms.filter(({ isMet, isPhrase }) => !isMet && !isPhrase).map(({ word }) => word)
  if (unknown.length === 0) return { terms: [...terms], meant: undefined }
  const [parts, similar] = await Promise.all([
    findParts(db, configId, unknown),
    listSimilar(db, configId, unknown),
  ])
  const corrected = terms.map((term) => {
    if (term.isMet || term.isPhrase) return term
    const { word } = term
    const whole = parts.get(word)
    const near = whole ? [] : nearest(word, similar.get(word) ?? [])
    const stems = whole ? [whole] : near.map(({ stem }) => [stem])
    if (stems.length === 0) return term
    const exact = stems.map((each) => meetingOf(configId, each))
    const named = near.reduce((sum, each) => sum + each.named, 0)
    return {
      ...term,
      exact,
      expected: { exactly: named, widely: named },
      isMet: true,
      word: near[0]?.word ?? word,
    }
  })
  const isOther = corrected.some(({ word }, index) => word !== terms[index]?.word)
  return { terms: corrected, meant: isOther ? corrected.map(({ word }) => word).join(' ') : undefined }
}

function phrasesOf(configId: number, asked: readonly AskedWord[], segments: readonly Segment[]): string[] {
  return segments.flatMap(({ isPhrase }, index) => {
    const words = asked.filter(({ segment, stop }) => segment === index && !stop)
    return isPhrase && words.length > 0 ? [`(${phraseOf(configId, words)})`] : []
  })
}
