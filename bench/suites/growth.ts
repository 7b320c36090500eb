import { links } from '#contract/links.ts'
import { findPages } from '../shops/catalog.ts'
import type { Options } from '../options.ts'
import { judge, milliseconds, times, type Row } from '../report/row.ts'
import type { Shop } from '../shops/shop.ts'
import type { Shops } from '../shops/shops.ts'
import { median, quantile } from '../report/statistics.ts'
import { openUncachedTimer } from '../time-uncached.ts'

const kinds = ['Home', 'Category', 'Product', 'Search'] as const
type Kind = (typeof kinds)[number]
/** Warm-up pages per kind, which are not measured. */
const warmUp = 100
/** The most that one call lists. */
const MAX_LISTED = 1000

/** A shop, with milliseconds of its uncached pages. */
interface Size {
  addresses: Record<Kind, readonly string[]>
  time: (path: string) => Promise<number>
  close: () => Promise<void>
  took: Record<Kind, number[]>
}

/** Uncached pages of the demo shop and of the large shop in turn, one request at a time. */
export async function measureGrowth(shops: Shops, { pages, products }: Options): Promise<Row[]> {
  const small = await openSize(await shops.demo(), pages)
  const large = await openSize(await shops.large(), pages)
  try {
    for (let turn = -warmUp; turn < pages; turn += 1) {
      for (const kind of kinds) {
        for (const { addresses, time, took } of [small, large]) {
          const paths = addresses[kind]
          const ms = await time(paths[(turn + warmUp) % paths.length] ?? '/')
          if (turn >= 0) took[kind].push(ms)
        }
      }
    }
  } finally {
    await small.close()
    await large.close()
  }
  return kinds.flatMap((kind) => rowsOf(kind, small.took[kind], large.took[kind], products))
}

/** The time in the large shop, and for pages whose work should not depend on the size, how much longer it is. */
function rowsOf(kind: Kind, small: number[], large: number[], products: number): Row[] {
  const many = `${products.toLocaleString('en')} products`
  const how = `${large.length} pages each in turn after ${warmUp} others, a change of the catalog before each`
  const timeRow = {
    what: `${kind} page, uncached, at ${many}`,
    ...judge(quantile(large, 0.95), { atMost: 50 }, milliseconds),
    how: `p95, median ${milliseconds(median(large))}; p95 of the demo shop ${milliseconds(quantile(small, 0.95))}; ${how}`,
  }
  if (kind === 'Search') return [timeRow]
  const growthRow = {
    what: `${kind} page, uncached, growth to ${many}`,
    ...judge(median(large) / median(small), { atMost: 1.3 }, times),
    how: `median ${milliseconds(median(large))} by ${milliseconds(median(small))} of the demo shop; ${how}`,
  }
  return [timeRow, growthRow]
}

async function openSize(shop: Shop, pages: number): Promise<Size> {
  const addresses = await addressesOf(shop.port, pages)
  const timer = await openUncachedTimer(shop)
  return {
    addresses,
    time: (path) => timer.time({ method: 'GET', path }),
    close: timer.close,
    took: { Home: [], Category: [], Product: [], Search: [] },
  }
}

/** Products from all over the shop, and searches for their names. */
async function addressesOf(port: number, pages: number): Promise<Size['addresses']> {
  const { home, categories, products, names } = await findPages(port, MAX_LISTED)
  const texts = names.map((name, index) => textOf(name, index)).filter((text) => text !== '')
  return {
    Home: [home],
    Category: categories,
    Product: products.length < MAX_LISTED ? products : spreadOut(products, pages),
    Search: [...new Set(texts)].map((text) => links.search(text)),
  }
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
