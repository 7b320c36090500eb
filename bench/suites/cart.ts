import { addOne, admitCustomers } from '../shops/customers.ts'
import type { BenchRequest } from '../load/request.ts'
import type { Options } from '../options.ts'
import type { Row } from '../report/row.ts'
import type { Shops } from '../shops/shops.ts'
import { againstOneQuery } from './against-one-query.ts'

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
  const rows: Row[] = []
  for (const [what, requests] of [
    ['Cart of 5 lines, read', reads],
    ['Cart, one unit added', adds],
  ] as const) {
    const question = {
      what,
      requests: () => requests,
      bare: {
        about: 'one query by primary key',
        text: 'select * from product where config_id = $1 and id = $2',
        values: [1, wares[0]?.productid],
      },
      atLeast: 0.4,
      how: `${cookies.length} customers`,
    }
    rows.push(await againstOneQuery(shop, question, options))
  }
  return rows
}
