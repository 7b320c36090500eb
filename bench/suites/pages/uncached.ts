import { productList } from '../../shops/catalog.ts'
import type { Options } from '../../options.ts'
import { judge, milliseconds, type Row } from '../../report/row.ts'
import type { Shops } from '../../shops/shops.ts'
import { median, quantile } from '../../report/statistics.ts'
import { openUncachedTimer } from '../../time-uncached.ts'

const warmUp = 50

/** An uncached list, one request at a time. */
export async function measureUncached(shops: Shops, { lists, products }: Options): Promise<Row[]> {
  const timer = await openUncachedTimer(await shops.large())
  const took: number[] = []
  for (let count = 0; count < warmUp; count += 1) await timer.time(productList)
  for (let count = 0; count < lists; count += 1) took.push(await timer.time(productList))
  await timer.close()
  return [
    {
      what: `20-product list, uncached, at ${products.toLocaleString('en')} products`,
      ...judge(quantile(took, 0.95), { atMost: 15 }, milliseconds),
      how: [
        `p95 of ${lists} requests one after another, a change of the catalog before each`,
        `median ${milliseconds(median(took))}, slowest ${milliseconds(Math.max(...took))}`,
      ].join('; '),
    },
  ]
}
