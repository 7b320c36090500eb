import type { AskedWord } from './words.queries.ts'

/** What meets a word, as texts of tsquery: `name` in the name of a product, `all` in any field of it. */
interface Meeting {
  name?: string
  all?: string
}

/** A word that is looked for, and all that meets it. */
export interface Term {
  exact: Meeting[]
  /** Words that begin with it or contain it. */
  parts: Meeting[]
  /** How much it says: the rarer, the more. */
  weight: number
  /** Of a phrase: it has to be there. */
  isPhrase: boolean
  /** Something in the shop comes near it. */
  isMet: boolean
}

/** The queries of a search, from the narrowest to the widest. */
export interface Queries {
  tiers: string[]
  /** All words in the name; there or as part of a word there; somewhere. */
  names: string
  named: string
  everywhere: string
  terms: string[]
  parts: string[]
  weights: number[]
}

/** Quoted for tsquery. `kind`: see the table search_document. */
const lexeme = (configId: number, kind: '' | 'n' | 'c' | 's' | '=', text: string | number) =>
  `'${configId}${kind}/${String(text).replaceAll(/['\\]/g, '')}'`

const nowhere = (configId: number) => lexeme(configId, '=', '')
const either = (queries: string[]) => `(${queries.join(' | ')})`
const both = (queries: string[]) => `(${queries.join(' & ')})`

/** Words that stand in the same document; with more than one, all of them. */
export function meetingOf(configId: number, stems: readonly string[]): Meeting {
  return {
    name: both(stems.map((stem) => lexeme(configId, 'n', stem))),
    all: both(stems.map((stem) => lexeme(configId, '', stem))),
  }
}

/** `shown`: how many products there are. `isLast`: it may still be being typed. */
export function termOf(
  configId: number,
  { stem, documents, begins, contains, categories, subcategories }: AskedWord,
  { shown, isLast, isPhrase, enough }: { shown: number; isLast: boolean; isPhrase: boolean; enough: number },
): Term {
  const places = [
    ...categories.map((id) => ({ all: lexeme(configId, 'c', id) })),
    ...subcategories.map((id) => ({ all: lexeme(configId, 's', id) })),
  ]
  const beginning = commonest(begins, enough).map((part) => ({
    name: lexeme(configId, 'n', part),
    all: lexeme(configId, isLast ? '' : 'n', part),
  }))
  const containing = commonest(contains, enough).map((part) => {
    const name = lexeme(configId, 'n', part)
    return { name, all: name }
  })
  return {
    exact: [meetingOf(configId, [stem]), ...(isPhrase ? [] : places)],
    parts: isPhrase ? [] : [...beginning, ...containing],
    weight: Math.log(1 + (shown + 1) / Math.max(1, documents)),
    isPhrase,
    isMet: true,
  }
}

/** The first words, as many as are needed for enough products. */
function commonest(words: readonly { stem: string; named: number }[], enough: number): string[] {
  let sum = 0
  const taken: string[] = []
  for (const { stem, named } of words) {
    if (sum >= enough) break
    sum += named
    taken.push(stem)
  }
  return taken
}

const met = (term: Term, field: keyof Meeting, widely: boolean) =>
  [...term.exact, ...(widely ? term.parts : [])].flatMap((meeting) => meeting[field] ?? [])

/** `phrases`: what has to be there besides. `sku`: the whole text as a SKU. */
export function queriesOf(
  configId: number,
  terms: readonly Term[],
  { phrases, sku }: { phrases: readonly string[]; sku: string },
): Queries {
  const all = (field: keyof Meeting, widely: boolean) =>
    both([...terms.map((term) => either(met(term, field, widely))), ...phrases])
  const [names, named, exactly, everywhere] = [
    all('name', false),
    all('name', true),
    all('all', false),
    all('all', true),
  ]
  return {
    tiers: [...(sku ? [sku] : []), names, named, exactly, everywhere],
    names,
    named,
    everywhere,
    ...ranked(configId, terms),
  }
}

function ranked(configId: number, terms: readonly Term[]): Pick<Queries, 'terms' | 'parts' | 'weights'> {
  const inAll = ({ name = '', all = '' }: Meeting) =>
    all || name ? [all.replaceAll(`'${configId}n/`, `'${configId}/`)] : []
  return {
    terms: terms.map(({ exact }) => either(exact.flatMap(inAll))),
    parts: terms.map(({ parts }) => (parts.length > 0 ? either(parts.flatMap(inAll)) : nowhere(configId))),
    weights: terms.map(({ weight }) => weight),
  }
}

/**
 * Where not all words are met together: at first all but one, then two, then one, of those that say the most. Words of phrases
 * have to be met.
 */
export function widerTiers(terms: readonly Term[], phrases: readonly string[]): string[] {
  const loose = terms.filter(({ isPhrase }) => !isPhrase)
  const free = loose.filter(({ isMet }) => isMet).sort((a, b) => b.weight - a.weight)
  if (free.length === 0 || loose.length === 1) return []
  const tier = (from: readonly Term[], count: number) =>
    both([
      either(
        choices(from, Math.min(count, from.length)).map((chosen) =>
          both(chosen.map((term) => either(met(term, 'all', false)))),
        ),
      ),
      ...phrases,
    ])
  const most = free.slice(0, 5)
  const further = loose.length > 3 ? [tier(most.slice(0, 3), 2), tier(most.slice(0, 2), 1)] : []
  return [tier(most, Math.min(loose.length, 5) - 1), ...further]
}

/** All ways to choose so many of them. */
function choices<T>(from: readonly T[], count: number): T[][] {
  if (count === 0) return [[]]
  return from.flatMap((first, index) =>
    choices(from.slice(index + 1), count - 1).map((rest) => [first, ...rest]),
  )
}

/** Words that follow one another, with as much between them as in what was typed. */
export function phraseOf(configId: number, words: readonly Pick<AskedWord, 'stem' | 'place'>[]): string {
  return words
    .map(({ stem, place }, index) => {
      const gap = place - (words[index - 1]?.place ?? place)
      return `${index ? ` <${gap}> ` : ''}${lexeme(configId, '', stem)}`
    })
    .join('')
}

/** The SKU that a text may be, or the beginning of; nothing where it has no digit. */
export function skuOf(configId: number, joined: string): string {
  const exact = lexeme(configId, '=', joined)
  return /\d/.test(joined) && joined.length > 3 ? `${exact}:*` : joined ? exact : ''
}

/** The whole SKU. */
export const wholeSku = (configId: number, joined: string) => lexeme(configId, '=', joined)
