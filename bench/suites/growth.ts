import { links } from '#contract/links.ts'
import { findPages } from '../shops/catalog.ts'
import type { Options } from '../options.ts'
import { judge, milliseconds, type Row } from '../report/row.ts'
import { startShop, type Shop } from '../shops/shop.ts'
import type { Shops } from '../shops/shops.ts'
import { median, quantile } from '../report/statistics.ts'
import { openUncachedTimer } from '../time-uncached.ts'

const kinds = ['Home', 'Category', 'Product', 'Search'] as const
type Kind = (typeof kinds)[number]
/** Warm-up pages per kind, which are not measured. */
const warmUp = 100

/** The page times of one size of shop, in milliseconds. */
interface Size {
  products: number
  /** Seconds. */
  fillTime: number
  took: Record<Kind, number[]>
}

/** Uncached pages, one request at a time, in shops of several sizes. */
export async function measureGrowth(shops: Shops, options: Options): Promise<Row[]> {
  const sizes: Size[] = []
  for (const products of options.growth) {
    const isShared = products === options.manyProducts
    const shop = isShared ? await shops.large() : await startShop(products)
    const { fillTime } = shop
    console.error(`${many(products)} products made in ${fillTime.toFixed(0)} s`)
    try {
      sizes.push({ products, fillTime, took: await measureShop(shop, options.growthPages) })
    } finally {
      if (!isShared) await shop.stop()
    }
  }
  return kinds.map((kind) => rowOf(kind, sizes, options.growthPages))
}

const many = (count: number) => count.toLocaleString('en')

function rowOf(kind: Kind, sizes: readonly Size[], pages: number): Row {
  const [largest] = sizes.slice(-1)
  const p95 = quantile(largest?.took[kind] ?? [], 0.95)
  const figures = sizes.map(({ products, took }) => {
    const of = `${milliseconds(quantile(took[kind], 0.95))} (${milliseconds(median(took[kind]))})`
    return `${of} at ${many(products)}`
  })
  return {
    what: `${kind} page, uncached, at ${many(largest?.products ?? 0)} products`,
    ...judge(p95, { atMost: 50 }, milliseconds),
    detail: [
      `p95 (median): ${figures.join(', ')}`,
      `${pages} pages one after another after ${warmUp} others, a change of the catalog before each`,
      `shops made in ${sizes.map(({ fillTime }) => `${fillTime.toFixed(0)} s`).join(', ')}`,
    ].join('; '),
  }
}

/** Alternates the kinds, so that other load of the machine affects all of them. */
async function measureShop(shop: Shop, pages: number): Promise<Size['took']> {
  const addresses = await addressesOf(shop.port, pages)
  const timer = await openUncachedTimer(shop)
  const took: Size['took'] = { Home: [], Category: [], Product: [], Search: [] }
  try {
    for (let turn = -warmUp; turn < pages; turn += 1) {
      for (const kind of kinds) {
        const from = addresses[kind]
        const path = from[(turn + warmUp) % from.length] ?? '/'
        const time = await timer.time({ method: 'GET', path })
        if (turn >= 0) took[kind].push(time)
      }
    }
  } finally {
    await timer.close()
  }
  return took
}

/**
 * Products from all over the shop, and searches for their names. The shop is new, so every id up to the highest
 * exists.
 */
async function addressesOf(port: number, pages: number): Promise<Record<Kind, readonly string[]>> {
  const { home, categories, products, names } = await findPages(port, 1000)
  const highest = Math.max(...products.map((path) => Number(/\d+/.exec(path)?.[0])))
  const ids = Array.from({ length: pages }, (_, index) => 1 + Math.floor((index * highest) / pages))
  const texts = names.map((name, index) => textOf(name, index)).filter((text) => text !== '')
  return {
    Home: [home],
    Category: categories,
    Product: ids.map((id) => links.product(id)),
    Search: [...new Set(texts)].map((text) => links.search(text)),
  }
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
