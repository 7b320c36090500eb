import { sql } from 'kysely'
import { getProducts } from '#contract/catalog/product.ts'
import { getSuggestions } from '#contract/search/suggestion.ts'
import type { Database } from '#server/db/connect.ts'
import type { Services } from '#server/http/services.ts'
import { catalogRoutes } from '#server/modules/catalog/index.ts'
import { judge, milliseconds, type Row } from '../report/row.ts'
import { summary } from './measure.ts'

/**
 * Times the search calls: suggestions, and a results page with its counts. Calls run one after another in this
 * process, without cached results, after one warm-up round.
 */
export async function measureCalls(db: Database, size: number, rounds: number): Promise<Row[]> {
  const texts = await textsOf(db)
  const shop = {
    shopId: 1,
    name: 'Bench',
    tagline: '',
    currency: 'INR',
    locale: 'en-IN',
    timeZone: 'Asia/Kolkata',
    email: '',
  }
  // Without a catalog version nothing is memoized.
  const services = { sendsEmail: false } as Services
  const call = (endpoint: { path: string }, input: object) => {
    const found = catalogRoutes.find((each) => each.endpoint.path === endpoint.path)
    if (!found) throw new Error(`${endpoint.path} is not there`)
    return found.handle(found.endpoint.input.parse(input), { db, shop, caller: undefined, services })
  }
  const measure = async (
    kind: string,
    limit: number | undefined,
    ask: (q: string) => Promise<unknown>,
    asked: readonly string[] = texts,
  ): Promise<Row> => {
    for (const q of asked) await ask(q)
    const times: number[] = []
    for (let round = 0; round < rounds; round++) {
      for (const q of asked) {
        const start = performance.now()
        await ask(q)
        times.push(performance.now() - start)
      }
    }
    const { p50, p95, slowest } = summary(times)
    const of = `${size.toLocaleString('en')} products`
    const how = `${asked.length} texts, median ${milliseconds(p50)}, slowest ${milliseconds(slowest)}`
    const judged =
      limit === undefined ? { measured: milliseconds(p95) } : judge(p95, { atMost: limit }, milliseconds)
    return { what: `p95, ${kind}, ${of}`, ...judged, how }
  }
  // Suggestions have no mark beyond 100,000 products.
  const limits = size > 100_000 ? { search: 100 } : { suggestions: 20, search: 50 }
  return [
    await measure('suggestions', limits.suggestions, (q) => call(getSuggestions, { q })),
    await measure(
      'suggestions for unfinished slips',
      limits.suggestions,
      (q) => call(getSuggestions, { q }),
      await unfinishedSlips(db),
    ),
    await measure('search', limits.search, (q) => call(getProducts, { q, page: 1, limit: 20 })),
    await measure('search with facets', limits.search, (q) =>
      call(getProducts, { q, page: 1, limit: 20, facets: true }),
    ),
  ]
}

/** One and two letters, beginnings of words, common words alone and together, names, SKUs, misspellings. */
async function textsOf(db: Database): Promise<string[]> {
  const { rows: words } = await sql<{ word: string }>`
    select word from search_word where config_id = 1 and name_count > 0 and length(word) > 3 order by name_count desc, word limit 40`.execute(
    db,
  )
  const { rows: names } = await sql<{ name: string; sku: string | null }>`
    select p.name, v.sku from product p join variant v on v.config_id = p.config_id and v.product_id = p.id and v.position = 0
    where p.config_id = 1 order by md5(p.id::text) limit 20`.execute(db)
  const common = words.map(({ word }) => word)
  return [
    ...'abcdefghijklmnopqrstuvwxyz'.split(''),
    ...common.map((word) => word.slice(0, 2)),
    ...common.map((word) => word.slice(0, 3)),
    ...common,
    ...common.map((word, index) => `${word} ${common[(index * 7 + 3) % common.length] ?? ''}`),
    ...common.map((word) => word.slice(0, 2) + word.charAt(3) + word.charAt(2) + word.slice(4)),
    ...names.map(({ name }) => name),
    ...names.map(({ name }) => name.split(' ').slice(0, 3).join(' ')),
    ...names.flatMap(({ sku }) => sku ?? []),
  ]
}

/** The beginnings of words with two letters swapped, as a shopper types them. */
async function unfinishedSlips(db: Database): Promise<string[]> {
  const { rows } = await sql<{ word: string }>`
    select word from search_word where config_id = 1 and name_count > 0 and length(word) > 6 order by md5(word) limit 120`.execute(
    db,
  )
  return rows.map(({ word }) => word.slice(0, 2) + word.charAt(3) + word.charAt(2) + word.slice(4, -2))
}
