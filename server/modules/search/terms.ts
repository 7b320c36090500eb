import type { AskedWord, KnownStem } from './words.queries.ts'

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
  /** How many products meet it exactly, and in part too, as far as is known. */
  expected: { exactly: number; widely: number }
  /** Of a phrase: it has to be there. */
  isPhrase: boolean
  /** Something in the shop comes near it. */
  isMet: boolean
}

/** A query of a search. */
export interface Tier {
  query: string
  /**
   * Two queries that are met wherever it is, of the rarest words. Asked for all three, the index goes through what has those
   * words and not through what has any of them. None where there is but one word.
   */
  lead?: string
  other_lead?: string
  /** Asked in an eighth of the shop, where what is common is found soon enough. */
  in_eighth?: true
  /** What it finds is all, unless it is too much. */
  is_final?: true
  /** Some words are missing. */
  is_wider?: true
}

/** The queries of a search. */
export interface Queries {
  /** In the order in which they are asked. */
  tiers: Tier[]
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
    expected: { exactly: documents, widely: documents + sumNamed(begins) + sumNamed(contains) },
    isPhrase,
    isMet: true,
  }
}

const sumNamed = (words: readonly KnownStem[]) => words.reduce((sum, { named }) => sum + named, 0)

/** The first words, as many as are needed for enough products. */
function commonest(words: readonly KnownStem[], enough: number): string[] {
  let sum = 0
  const taken: string[] = []
  for (const { stem, named } of words) {
    if (sum >= enough) break
    sum += named
    taken.push(stem)
  }
  return taken
}

/** So many are looked for that meet some of the words. */
const mostWidened = 100

const met = (term: Term, field: keyof Meeting, widely: boolean) =>
  [...term.exact, ...(widely ? term.parts : [])].flatMap((meeting) => meeting[field] ?? [])

interface Asked {
  /** What has to be there besides. */
  phrases: readonly string[]
  /** The whole text as a SKU. */
  sku: string
  /** How many products there are, and how many are looked for. */
  shown: number
  most: number
}

/** The queries of a text with these words. */
export function queriesOf(configId: number, terms: readonly Term[], asked: Asked): Queries {
  const { phrases, sku, shown, most } = asked
  const rarest = rarestFirst(terms)
  const all = (field: keyof Meeting, widely: boolean): Tier => ({
    query: both([...terms.map((term) => either(met(term, field, widely))), ...phrases]),
    ...leadsOf(rarest.map((term) => met(term, field, widely))),
  })
  const [names, named, exactly, everywhere] = [
    all('name', false),
    all('name', true),
    all('all', false),
    all('all', true),
  ]
  const [fewest, widest] = [expectedOf(terms, shown, 'exactly'), expectedOf(terms, shown, 'widely')]
  const tiers = [
    ...(sku ? [{ query: sku }] : []),
    ...inEighth(names, fewest, most),
    // Of many words the last tier finds what all of them do, in the time of one; it may well be more than is expected.
    ...(terms.length > 2 && widest < most / 2 ? [{ ...everywhere, is_final: true as const }] : []),
    names,
    ...inEighth(named, widest, most),
    named,
    // Of a word, not of the categories that it names, is known how many products it meets.
    ...inEighth(exactly, shown, most),
    exactly,
    ...inEighth(everywhere, shown, most),
    everywhere,
    ...widerTiers(terms, asked),
  ]
  // Where no word is part of another, two tiers are the same.
  const seen = new Set<string>()
  const isNew = (tier: Tier) => {
    const text = JSON.stringify(tier)
    return seen.size < seen.add(text).size
  }
  return {
    tiers: tiers.filter(isNew),
    names: names.query,
    named: named.query,
    everywhere: everywhere.query,
    ...ranked(configId, terms),
  }
}

/** The tier in an eighth of the shop, where twice as much as is needed is expected, or may be. */
function inEighth(tier: Tier, expected: number, most: number): Tier[] {
  return expected > 16 * most ? [{ ...tier, in_eighth: true }] : []
}

/** How many products have all of these words, were each of them as common where the others are. */
function expectedOf(terms: readonly Term[], shown: number, how: keyof Term['expected']): number {
  return terms.reduce((left, { expected }) => left * Math.min(1, expected[how] / shown), shown)
}

const rarestFirst = (terms: readonly Term[]) => terms.toSorted((a, b) => b.weight - a.weight)

/** Of words, the rarest first and each with what meets it. */
function leadsOf([lead, ...others]: readonly string[][]): Pick<Tier, 'lead' | 'other_lead'> {
  return lead && others.length > 0
    ? { lead: either(lead), other_lead: both(others.slice(0, 2).map(either)) }
    : {}
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
 * Where not all words are met together: at first all but one, then two, then one, of those that say the most; what says the
 * least is missing first. Words of phrases have to be met. Each choice is a query of its own, which the index answers far sooner
 * than all of them in one.
 */
function widerTiers(terms: readonly Term[], { phrases, shown }: Asked): Tier[] {
  const loose = terms.filter(({ isPhrase }) => !isPhrase)
  const free = rarestFirst(loose.filter(({ isMet }) => isMet))
  if (free.length === 0 || loose.length === 1) return []
  const tiers = (from: readonly Term[], most: number): Tier[] =>
    choices(from, Math.min(most, from.length)).flatMap((chosen) => {
      const words = chosen.map((term) => met(term, 'all', false))
      const tier: Tier = {
        query: both([...words.map(either), ...phrases]),
        ...leadsOf(words),
        is_wider: true,
      }
      return [...inEighth(tier, expectedOf(chosen, shown, 'exactly'), mostWidened), tier]
    })
  const most = free.slice(0, 5)
  const further = loose.length > 3 ? [...tiers(most.slice(0, 3), 2), ...tiers(most.slice(0, 2), 1)] : []
  return [...tiers(most, Math.min(loose.length, 5) - 1), ...further]
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
