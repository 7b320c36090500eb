import { links } from '#contract/links.ts'
import { findPages, productList } from '../shops/catalog.ts'
import type { Options } from '../options.ts'
import type { BenchRequest } from '../load/request.ts'
import { judge, judgeGrowth, milliseconds, type Row } from '../report/row.ts'
import type { Shop } from '../shops/shop.ts'
import type { Shops } from '../shops/shops.ts'
import { median, quantile } from '../report/statistics.ts'
import { openUncachedTimer } from '../time-uncached.ts'

const kinds = [
  'Home page',
  'Category page',
  'Product page',
  'Search page',
  '20-product list',
  'Facets',
  'Suggestions',
] as const
type Kind = (typeof kinds)[number]
/** Warm-up pages per kind, which are not measured. */
const warmUp = 100
/** The most that one call lists. */
const MAX_LISTED = 1000

/** A shop, with milliseconds of its uncached pages. */
interface Size {
  requests: Record<Kind, readonly BenchRequest[]>
  products: number
  time: (request: BenchRequest) => Promise<number>
  close: () => Promise<void>
  took: Record<Kind, number[]>
}

/** Uncached pages and calls of the demo shop and of the large shop in turn, one request at a time. */
export async function measureGrowth(shops: Shops, { pages, products }: Options): Promise<Row[]> {
  const small = await openSize(await shops.demo(), pages, 0)
  const large = await openSize(await shops.large(), pages, products)
  try {
    for (let turn = -warmUp; turn < pages; turn += 1) {
      for (const kind of kinds) {
        for (const { requests, time, took } of [small, large]) {
          const ofKind = requests[kind]
          const ms = await time(ofKind[(turn + warmUp) % ofKind.length] ?? { method: 'GET', path: '/' })
          if (turn >= 0) took[kind].push(ms)
        }
      }
    }
  } finally {
    await small.close()
    await large.close()
  }
  return kinds.flatMap((kind) => rowsOf(kind, small, large))
}

/** The time in the large shop, and the exponent of its growth: 0 if the size does not matter, 1 if twice the size takes twice the time. */
function rowsOf(kind: Kind, small: Size, large: Size): Row[] {
  const [few, many] = [small.took[kind], large.took[kind]]
  const count = ({ products }: Size) => `${products.toLocaleString('en')} products`
  const how = `${many.length} in turn after ${warmUp} others, a change of the catalog before each`
  return [
    {
      what: `${kind}, uncached, at ${count(large)}`,
      ...judge(quantile(many, 0.95), { atMost: 50 }, milliseconds),
      how: `p95, median ${milliseconds(median(many))}; p95 at ${count(small)} ${milliseconds(quantile(few, 0.95))}; ${how}`,
    },
    {
      what: `${kind}, uncached, growth from ${small.products} to ${count(large)}`,
      ...judgeGrowth(
        { size: small.products, time: median(few) },
        { size: large.products, time: median(many) },
      ),
      how: `exponent: median ${milliseconds(median(few))} grows to ${milliseconds(median(many))}; ${how}`,
    },
  ]
}

async function openSize(shop: Shop, pages: number, generated: number): Promise<Size> {
  const { requests, listed } = await requestsOf(shop.port, pages)
  const { time, close } = await openUncachedTimer(shop)
  const took = Object.fromEntries(kinds.map((kind) => [kind, [] as number[]])) as Size['took']
  return { requests, products: generated || listed, time, close, took }
}

/** Products from all over the shop, and searches for their names. */
async function requestsOf(
  port: number,
  pages: number,
): Promise<{ requests: Size['requests']; listed: number }> {
  const { home, categories, products, names } = await findPages(port, MAX_LISTED)
  const texts = names.map((name, index) => textOf(name, index)).filter((text) => text !== '')
  const get = (path: string): BenchRequest => ({ method: 'GET', path })
  const queries = [...new Set(texts)]
  const requests = {
    'Home page': [get(home)],
    'Category page': categories.map(get),
    'Product page': (products.length < MAX_LISTED ? products : spreadOut(products, pages)).map(get),
    'Search page': queries.map((text) => get(links.search(text))),
    '20-product list': [productList],
    Facets: [{ ...productList, json: { limit: 20, page: 1, facets: true } }],
    Suggestions: queries.map((text) =>
      get(`/api/search/suggestions?${String(new URLSearchParams({ q: text }))}`),
    ),
  }
  return { requests, listed: products.length }
}

/** The list shows only the newest products. Generated ones are visible, so every id up to the highest has a page. */
function spreadOut(products: readonly string[], count: number): string[] {
  const highest = Math.max(...products.map((path) => Number(/\d+/.exec(path)?.[0])))
  return Array.from({ length: count }, (_, index) => links.product(1 + Math.floor((index * highest) / count)))
}

/** Queries for a product: a word, a part of one, two words, a misspelling, the whole name. */
function textOf(name: string, index: number): string {
  const words = name.split(/[^\p{L}\p{N}]+/u).filter((word) => word.length > 2)
  const [last = ''] = words.slice(-1)
  const asTyped = [
    last,
    last.slice(0, 3),
    words.slice(0, 2).join(' '),
    last.slice(0, 2) + last.slice(3),
    words.slice(-2).join(' '),
    name,
  ]
  return asTyped[index % asTyped.length] ?? ''
}
