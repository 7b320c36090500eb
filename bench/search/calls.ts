import { sql } from 'kysely'
import { getProducts } from '#contract/product.ts'
import { getSuggestions } from '#contract/suggestion.ts'
import type { Database } from '#server/db/connect.ts'
import { catalogRoutes } from '#server/modules/catalog/index.ts'
import { judge, milliseconds, type Row } from '../row.ts'
import { summary } from './measure.ts'

/**
 * How long the calls of the shop take that search: suggestions for what is being typed, and a page of results with everything
 * that is counted beside it. One after another, in the process, with nothing kept from the one before, so many rounds after one to warm up.
 */
export async function measureCalls(db: Database, size: number, rounds: number): Promise<Row[]> {
  const texts = await textsOf(db)
  const shop = {
    configId: 1,
    name: 'Bench',
    tagline: '',
    currency: 'INR',
    locale: 'en-IN',
    timeZone: 'Asia/Kolkata',
  }
  const call = (endpoint: { path: string }, input: object) => {
    const found = catalogRoutes.find((each) => each.endpoint.path === endpoint.path)
    if (!found) throw new Error(`${endpoint.path} is not there`)
    return found.handle(found.endpoint.input.parse(input), { db, shop, caller: undefined })
  }
  const measure = async (
    kind: string,
    limit: number | undefined,
    ask: (q: string) => Promise<unknown>,
  ): Promise<Row> => {
    for (const q of texts) await ask(q)
    const times: number[] = []
    for (let round = 0; round < rounds; round++) {
      for (const q of texts) {
        const start = performance.now()
        await ask(q)
        times.push(performance.now() - start)
      }
    }
    const { p50, p95, slowest } = summary(times)
    const of = `${size.toLocaleString('en')} products`
    const detail = `${texts.length} texts, median ${milliseconds(p50)}, slowest ${milliseconds(slowest)}`
    const judged =
      limit === undefined ? { measured: milliseconds(p95) } : judge(p95, { atMost: limit }, milliseconds)
    return { what: `p95, ${kind}, ${of}`, ...judged, detail }
  }
  // Nothing is asked of suggestions beyond 100,000.
  const limits = size > 100_000 ? { search: 100 } : { suggestions: 20, search: 50 }
  return [
    await measure('suggestions', limits.suggestions, (q) => call(getSuggestions, { q })),
    await measure('search', limits.search, (q) => call(getProducts, { q, page: 1, limit: 20 })),
    await measure('search with facets', limits.search, (q) =>
      call(getProducts, { q, page: 1, limit: 20, facets: true }),
    ),
  ]
}

/** One and two letters, words as they are typed, the commonest words alone and together, names, SKUs, slips. */
async function textsOf(db: Database): Promise<string[]> {
  const { rows: words } = await sql<{ word: string }>`
    select word from search_word where config_id = 1 and named > 0 and length(word) > 3 order by named desc, word limit 40`.execute(
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
