import type { Database } from '#server/db/connect.ts'
import { listRanked, listSearchable } from './ranked.queries.ts'
import { searchKey } from './search-key.ts'
import { segmentsOf, type Segment } from './query-text.ts'
import { findParts, listKnown, listSimilar } from './spelling.queries.ts'
import { nearest } from './spelling.ts'
import { meetingOf, phraseOf, queriesOf, skuOf, termOf, widerTiers, wholeSku, type Term } from './terms.ts'
import { countShown, findSaid, lookUpWords, type AskedWord, type Said } from './words.queries.ts'

/** What a text finds: at most `most` products, the best first. */
export interface Found {
  ids: number[]
  /** What was looked for instead, where a word of the text is not known. */
  meant?: string
}

/** As many as are ranked; who finds more than that has searched for something else. */
const mostFound = 1000

/** With fewer than this, products that meet only some of the words are found too, up to `mostWidened` in all. */
const few = 12
const mostWidened = 100

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
  const [shown, said] = await Promise.all([
    countShown(db, configId),
    findSaid(db, configId, { runs: runsOf(asked), key: searchKey(q) }),
  ])
  const { terms, meant } = await termsOf(db, configId, { asked, segments, said, shown, enough: 4 * most })
  const phrases = phrasesOf(configId, asked, segments)
  const key = asked.map(({ word }) => word).join(' ')
  const joined = asked.map(({ word }) => word).join('')
  const common = { configId, most: most + said.hidden.length, key, sku: wholeSku(configId, joined) }

  const queries = queriesOf(configId, terms, { phrases, sku: skuOf(configId, joined) })
  let ids = await listRanked(db, { ...common, ...queries })
  if (ids.length < few) {
    const wider = widerTiers(terms, phrases)
    if (wider.length > 0)
      ids = await listRanked(db, {
        ...common,
        ...queries,
        most: Math.min(common.most, mostWidened),
        tiers: [...queries.tiers, ...wider],
      })
  }
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
  asked: readonly AskedWord[]
  segments: readonly Segment[]
  said: Said
  shown: number
  enough: number
}

/** What is looked for, word by word. */
async function termsOf(
  db: Database,
  configId: number,
  { asked, segments, said, shown, enough }: Context,
): Promise<{ terms: Term[]; meant: string | undefined }> {
  const saying = asked.filter(({ stop }) => !stop)
  const words = saying.length > 0 ? saying : [...asked]
  const pairs = words.slice(1).map(({ word }, index) => `${words[index]?.word ?? ''}${word}`)
  const joined = await listKnown(db, configId, pairs)
  let corrected = false
  const spelled: string[] = []
  const terms: Term[] = []
  for (const [index, word] of words.entries()) {
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
        const stem = pair === undefined ? undefined : joined.get(pair)
        if (stem !== undefined) term.exact.push(meetingOf(configId, [stem]))
      }
      for (const { key, others } of said.synonyms) {
        if (!` ${key} `.includes(` ${word.word} `)) continue
        term.exact.push(...others.map((stems) => meetingOf(configId, stems)))
      }
    }
    const isMet = word.documents > 0 || term.exact.length > 1 || term.parts.length > 0
    const instead = isMet || isPhrase ? undefined : await correct(db, configId, word)
    if (instead) {
      term.exact = instead.stems.map((stems) => meetingOf(configId, stems))
      corrected ||= instead.word !== undefined
    }
    spelled.push(instead?.word ?? word.word)
    terms.push({ ...term, isMet: isMet || instead !== undefined })
  }
  return { terms, meant: corrected ? spelled.join(' ') : undefined }
}

/** What may be meant by a word that the shop does not know; `word` where that is another one. */
async function correct(
  db: Database,
  configId: number,
  { word }: AskedWord,
): Promise<{ stems: string[][]; word?: string } | undefined> {
  const parts = await findParts(db, configId, word)
  if (parts) return { stems: [parts] }
  const near = nearest(word, await listSimilar(db, configId, word))
  const [best] = near
  return best && { stems: near.map(({ stem }) => [stem]), word: best.word }
}

function phrasesOf(configId: number, asked: readonly AskedWord[], segments: readonly Segment[]): string[] {
  return segments.flatMap(({ isPhrase }, index) => {
    const words = asked.filter(({ segment, stop }) => segment === index && !stop)
    return isPhrase && words.length > 0 ? [`(${phraseOf(configId, words)})`] : []
  })
}
