import { randomFrom, type Random } from '../../demo/seeded-random.ts'
import { queryChanges } from './query-changes.ts'
import type { Method } from './method.ts'

/** A product as the known-item queries see it. */
export interface NamedProduct {
  /** The shop's id. */
  id: number
  name: string
}

/** A query made from a product's name. */
export interface KnownItem {
  query: string
  /** The product; several if their names have the same words. */
  ids: ReadonlySet<number>
}

/** How well a method finds the products whose names were changed in one way. */
export interface KnownItemResult {
  change: string
  queries: number
  /** The mean of 1 / rank, 0 for a product that is not among the first 100. */
  mrr: number
  /** The share of products among the first 100. */
  recall: number
}

const splitName = (text: string) =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
const bagOf = (name: string) => splitName(name).toSorted().join(' ')

/**
 * Queries by kind of change, at most `count` of each. A name is first shortened to half of its words. The words that remain
 * occur together in no other name, so that there is one right answer. Equal catalogues give equal queries.
 */
export function makeKnownItems(products: readonly NamedProduct[], count: number): Map<string, KnownItem[]> {
  const sameName = Map.groupBy(products, ({ name }) => bagOf(name))
  const havingWord = new Map<string, Set<string>>()
  for (const bag of sameName.keys())
    for (const word of bag.split(' ')) havingWord.set(word, (havingWord.get(word) ?? new Set()).add(bag))
  const isUnique = (text: string) => {
    const [first, ...others] = splitName(text)
      .map((word) => havingWord.get(word) ?? new Set<string>())
      .toSorted((a, b) => a.size - b.size)
    return [...(first ?? [])].filter((bag) => others.every((bags) => bags.has(bag))).length === 1
  }
  const vocabulary = [...havingWord.keys()].filter((word) => /^[a-z]{4,}$/.test(word))
  return new Map(
    Object.entries(queryChanges).map(([change, apply], seed) => {
      const random = randomFrom(seed + 1)
      const items: KnownItem[] = []
      for (const { name } of random.some(products, 20 * count)) {
        if (items.length === count) break
        if (!isUnique(name)) continue
        const words = shorten(name, random, isUnique)
        const query = apply(words, random, vocabulary)?.join(' ').toLowerCase()
        if (query === undefined) continue
        items.push({ query, ids: new Set(sameName.get(bagOf(name))?.map(({ id }) => id)) })
      }
      return [change, items] as const
    }),
  )
}

/** Drops words while the others still name one product. Half of the words stay, and at least three. */
function shorten(name: string, random: Random, isUnique: (text: string) => boolean): string[] {
  let words = name.split(' ').filter((word) => /[\p{L}\p{N}]/u.test(word))
  const fewest = Math.max(3, Math.ceil(words.length / 2))
  for (const word of random.some(words, words.length)) {
    if (words.length <= fewest) break
    const rest = words.toSpliced(words.indexOf(word), 1)
    if (isUnique(rest.join(' '))) words = rest
  }
  return words
}

/** Measures one method on these queries. Calls `onMiss` with each query whose product is not the first result. */
export async function measureKnownItems(
  method: Method,
  knownItems: ReadonlyMap<string, readonly KnownItem[]>,
  onMiss: (change: string, query: string, rank: number) => void = () => {},
): Promise<KnownItemResult[]> {
  const results: KnownItemResult[] = []
  for (const [change, items] of knownItems) {
    if (items.length === 0) continue
    let [reciprocals, found] = [0, 0]
    for (const { query, ids } of items) {
      const rank = (await method.search(query)).slice(0, 100).findIndex((id) => ids.has(id)) + 1
      if (rank !== 1) onMiss(change, query, rank)
      if (rank === 0) continue
      reciprocals += 1 / rank
      found += 1
    }
    const queries = items.length
    results.push({ change, queries, mrr: reciprocals / queries, recall: found / queries })
  }
  return results
}
