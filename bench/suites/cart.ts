import { startOneQuery } from '../baseline/one-query.ts'
import { compare, howCompared, ratioOf } from '../report/compare.ts'
import { addOne, admitCustomers, databaseOf } from '../shops/customers.ts'
import { ask, type BenchRequest } from '../load/request.ts'
import type { Options } from '../options.ts'
import { judge, kilobytes, microseconds, percent, perSecond, range, times, type Row } from '../report/row.ts'
import type { Shops } from '../shops/shops.ts'

/** As many as in the shop's pool (`server/db/connect.ts`). */
const connectionsOfShop = 8

/**
 * Carts of signed-in customers, compared with a bare Fastify that reads one row by its primary key. As in the browser,
 * each request that adds has a new idempotency key.
 */
export async function measureCart(shops: Shops, options: Options): Promise<Row[]> {
  const shop = await shops.demo()
  const { cookies, wares } = await admitCustomers(shop, options.customers)
  const reads = cookies.map((cookie): BenchRequest => ({
    method: 'POST',
    path: '/api/cart/getcarts',
    headers: { cookie },
    json: {},
  }))
  const adds = wares.flatMap((ware) => cookies.map((cookie) => addOne(cookie, ware)))
  const bare = await startOneQuery({
    databaseUrl: databaseOf(shop),
    text: 'select * from product where config_id = $1 and id = $2',
    values: [1, wares[0]?.productid],
    connections: connectionsOfShop,
  })
  try {
    const rows: Row[] = []
    for (const [what, requests] of [
      ['Cart of 5 lines, read', reads],
      ['Cart, one unit added', adds],
    ] as const) {
      const size = (await ask(shop.port, requests[0] as BenchRequest)).body.length
      const [ofShop, ofBare] = await compare(
        [
          { ...shop, databaseOf: shop },
          { ...bare, databaseOf: shop },
        ] as const,
        requests,
        200,
        options,
      )
      const ratio = ratioOf(ofShop, ofBare)
      const both = [ofShop.middle, ofBare.middle]
      rows.push({
        what,
        ...judge(ratio.median, { atLeast: 0.25 }, times),
        how: [
          `processor time of a bare Fastify with one query by primary key, by the shop's (${range(ratio)})`,
          `shop, Fastify: ${both.map(({ rate }) => perSecond(rate)).join(', ')}`,
          `${both.map(({ cost }) => microseconds(cost)).join(', ')} of processor time an answer, with the database`,
          `${kilobytes(size)}, ${cookies.length} customers, ${options.connections} connections`,
          `${options.rounds} rounds of ${options.turn} s, ${howCompared}, busy ${both.map(({ busy }) => percent(busy)).join(', ')}`,
        ].join('; '),
      })
    }
    return rows
  } finally {
    bare.stop()
  }
}
