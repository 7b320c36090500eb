import { findPages } from '../../shops/catalog.ts'
import type { Options } from '../../options.ts'
import { judge, milliseconds, times, type Row } from '../../report/row.ts'
import type { Shop } from '../../shops/shop.ts'
import type { Shops } from '../../shops/shops.ts'
import { median, quantile } from '../../report/statistics.ts'
import { openUncachedTimer, type UncachedTimer } from '../../time-uncached.ts'

const kinds = ['Home', 'Category', 'Product'] as const
const warmUp = 20

/** One size of shop: renders an uncached page of each kind, another one each time where several exist. */
async function openSize(shop: Shop) {
  const { home, categories, products } = await findPages(shop.port)
  const pages = { Home: [home], Category: categories, Product: products }
  const timer: UncachedTimer = await openUncachedTimer(shop)
  const render = (kind: (typeof kinds)[number], turn: number) => {
    const path = pages[kind][turn % pages[kind].length] ?? home
    return timer.time({ method: 'GET', path })
  }
  return { render, close: timer.close }
}

/** Uncached pages of the demo shop and of a large shop in turn. */
export async function measureRender(shops: Shops, { renders, manyProducts }: Options): Promise<Row[]> {
  const small = await openSize(await shops.demo())
  const large = await openSize(await shops.large())
  const many = manyProducts.toLocaleString('en')
  const rows: Row[] = []
  for (const kind of kinds) {
    const took = { small: [] as number[], large: [] as number[] }
    for (let turn = -warmUp; turn < renders; turn += 1) {
      const ofSmall = await small.render(kind, turn + warmUp)
      const ofLarge = await large.render(kind, turn + warmUp)
      if (turn < 0) continue
      took.small.push(ofSmall)
      took.large.push(ofLarge)
    }
    rows.push({
      what: `${kind} page, uncached, at ${many} products`,
      ...judge(median(took.large) / median(took.small), { atMost: 1.3 }, times),
      detail: [
        `of the time in the demo shop: median ${milliseconds(median(took.large))} against ${milliseconds(median(took.small))}`,
        `p95 ${milliseconds(quantile(took.large, 0.95))} against ${milliseconds(quantile(took.small, 0.95))}`,
        `${renders} pages each in turn, a change of the catalog before each`,
      ].join('; '),
    })
  }
  await small.close()
  await large.close()
  return rows
}
