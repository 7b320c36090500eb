import { availableParallelism } from 'node:os'
import { productList } from '../shops/catalog.ts'
import { ordersOfTwo, stockedWares } from '../shops/customers.ts'
import { startLoadClient } from '../load/load.ts'
import { startOrderClient } from '../load/order-load.ts'
import { wire } from '../load/request.ts'
import type { Options } from '../options.ts'
import { perSecond, range, times, type Row } from '../report/row.ts'
import type { Shop } from '../shops/shop.ts'
import type { Shops } from '../shops/shops.ts'
import { spread } from '../report/statistics.ts'

/** Enough distinct lists that no round repeats one. */
const listsATurn = 20_000
const shoppers = 20

/**
 * The rate of one process and of two. Both shops are new, because orders of earlier suites would slow one of them. Cached
 * pages are left out: the client, which shares the processors, is their limit.
 */
export async function measureProcesses(shops: Shops, options: Options): Promise<Row[]> {
  const one = await shops.fresh(0)
  const two = await shops.fresh(0, 2)
  const [client, orderClient] = [startLoadClient(), startOrderClient()]
  try {
    const { connections, turn: seconds } = options
    const load = async ({ port }: Shop, requests: Buffer[]) => {
      const done = await client.order({ port, requests, connections, seconds, status: 200 })
      return done.answers / done.seconds
    }
    let asked = 0
    // Each has another minimum price below all prices: the same list under an uncached URL.
    const anotherList = () => ({ ...productList, json: { limit: 20, page: 1, minprice: ++asked / 1e7 } })
    const orders = new Map<Shop, object[]>()
    for (const shop of [one, two]) orders.set(shop, ordersOfTwo(await stockedWares(shop, 40)))
    const order = async (shop: Shop) => {
      const work = {
        port: shop.port,
        orders: orders.get(shop) ?? [],
        clients: shoppers,
        seconds: 2 * seconds,
      }
      const done = await orderClient.order(work)
      return done.took.length / done.seconds
    }
    const compared = [
      [
        '20-product list, uncached',
        (shop: Shop) =>
          load(
            shop,
            Array.from({ length: listsATurn }, () => wire(anotherList(), shop.port)),
          ),
      ],
      ['Orders of two lines', order],
    ] as const
    const rows: Row[] = []
    for (const [what, answer] of compared) rows.push(await row(what, [one, two], answer, options))
    return rows
  } finally {
    client.stop()
    orderClient.stop()
    await one.stop()
    await two.stop()
  }
}

async function row(
  what: string,
  [one, two]: readonly [Shop, Shop],
  answer: (shop: Shop) => Promise<number>,
  { rounds }: Options,
): Promise<Row> {
  const rates = { one: [] as number[], two: [] as number[] }
  for (let round = 0; round <= rounds; round += 1) {
    const [ofOne, ofTwo] = [await answer(one), await answer(two)]
    // The first round warms up.
    if (round === 0) continue
    rates.one.push(ofOne)
    rates.two.push(ofTwo)
  }
  const ratio = spread(rates.two.map((rate, at) => rate / (rates.one[at] ?? Number.NaN)))
  const [ofOne, ofTwo] = [spread(rates.one), spread(rates.two)]
  return {
    what: `${what}, 2 processes against 1`,
    measured: times(ratio.median),
    how: [
      `${perSecond(ofTwo.median)} (${range(ofTwo, 0)}) against ${perSecond(ofOne.median)} (${range(ofOne, 0)})`,
      `times ${range(ratio)} over ${rounds} rounds`,
      `client and database share the ${availableParallelism()} processors with the shop`,
    ].join('; '),
  }
}
