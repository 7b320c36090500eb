import { randomUUID } from 'node:crypto'
import { links } from '#contract/links.ts'
import { askFor, type BenchRequest } from '../load/request.ts'
import type { Options } from '../options.ts'
import { compare, howCompared, ratioOf, type Standing } from '../report/compare.ts'
import { judge, kilobytes, microseconds, percent, perSecond, range, times, type Row } from '../report/row.ts'
import { admitCustomers, orderOf } from '../shops/customers.ts'
import type { Shop } from '../shops/shop.ts'
import type { Shops } from '../shops/shops.ts'

const MAX_CUSTOMERS = 16
const LINES_OF_A_CART = 20
/** As many as a page of the list has. */
const ORDERS_OF_A_CUSTOMER = 20
/** A page takes so long that one turn has too few of them. */
const PAGE_TURNS = 3

/** As browsers ask for them: Chrome and Firefox are sent zstd, Safari is sent brotli. */
const encodings = ['br', 'zstd'] as const

/** What compression costs in answers for one visitor: pages and calls of signed-in customers, with it and without. */
export async function measurePersonal(shops: Shops, options: Options): Promise<Row[]> {
  const shop = await shops.fresh(0)
  try {
    const count = Math.min(options.customers, MAX_CUSTOMERS)
    const { cookies, wares } = await admitCustomers(shop, count, LINES_OF_A_CART)
    const order = orderOf(wares.slice(0, 3), 0)
    for (const cookie of cookies)
      for (let at = 0; at < ORDERS_OF_A_CUSTOMER; at += 1) await place(shop, cookie, order)
    const rows: Row[] = []
    for (const [what, request] of [
      ['Cart page', { method: 'GET', path: links.cart() }],
      ['Cart of 20 lines', { method: 'POST', path: '/api/cart/getcarts', json: {} }],
      ['Orders of a customer', { method: 'GET', path: '/api/orders' }],
    ] as const) {
      const requests = cookies.map((cookie): BenchRequest => ({ ...request, headers: { cookie } }))
      const turn = options.turn * (request.path.startsWith('/api') ? 1 : PAGE_TURNS)
      rows.push(...(await measureAnswer(shop, what, requests, { ...options, turn })))
    }
    return rows
  } finally {
    await shop.stop()
  }
}

const place = ({ port }: Shop, cookie: string, json: object) =>
  askFor(201, port, {
    method: 'POST',
    path: '/api/orders',
    headers: { cookie, 'idempotency-key': randomUUID() },
    json,
  })

/** A row for each encoding, compared with the same answer uncompressed. */
async function measureAnswer(
  shop: Shop,
  what: string,
  requests: readonly BenchRequest[],
  options: Options,
): Promise<Row[]> {
  const wanted = ['identity', ...encodings]
  const sizes: number[] = []
  for (const encoding of wanted) sizes.push(await sizeOf(shop, requests[0] as BenchRequest, encoding))
  const contenders = wanted.map((encoding) => ({
    ...shop,
    databaseOf: shop,
    headers: { 'accept-encoding': encoding },
  }))
  const [plain, ...compressed] = (await compare(contenders, requests, 200, options)) as [
    Standing,
    ...Standing[],
  ]
  return compressed.map((standing, at): Row => {
    const ratio = ratioOf(standing, plain)
    const both = [standing, plain].map(({ middle }) => middle)
    return {
      what: `${what}, as ${encodings[at]}, of uncompressed`,
      ...judge(ratio.median, { atLeast: 0.9 }, times),
      how: [
        `processor time of the uncompressed answer by that of the compressed one (${range(ratio)})`,
        `${both.map(({ rate }) => perSecond(rate)).join(' and ')}`,
        `${both.map(({ cost }) => microseconds(cost)).join(' and ')} of processor time an answer, with the database`,
        `${[sizes[at + 1], sizes[0]].map((size = 0) => kilobytes(size)).join(' and ')}`,
        `${requests.length} customers, ${options.connections} connections`,
        `${options.rounds} rounds of ${options.turn} s, ${howCompared}, busy ${both.map(({ busy }) => percent(busy)).join(' and ')}`,
      ].join('; '),
    }
  })
}

/** Bytes of the answer. Throws if it comes in another encoding. */
async function sizeOf({ port }: Shop, request: BenchRequest, encoding: string): Promise<number> {
  const headers = { ...request.headers, 'accept-encoding': encoding }
  const answer = await askFor(200, port, { ...request, headers })
  const sent = answer.headers['content-encoding'] ?? 'identity'
  if (sent !== encoding) throw new Error(`${request.path} is sent as ${sent} and not as ${encoding}`)
  return answer.body.length
}
