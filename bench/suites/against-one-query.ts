import { startOneQuery, type Query } from '../baseline/one-query.ts'
import { ask, type BenchRequest } from '../load/request.ts'
import type { Options } from '../options.ts'
import { compare, howCompared, ratioOf } from '../report/compare.ts'
import { judge, kilobytes, microseconds, percent, perSecond, range, times, type Row } from '../report/row.ts'
import { databaseOf } from '../shops/customers.ts'
import type { Shop } from '../shops/shop.ts'

/** As many as in the shop's pool (`server/db/connect.ts`). */
const connectionsOfShop = 8

interface Question {
  what: string
  /** The requests of one turn. */
  requests: () => readonly BenchRequest[]
  /** The query of the bare server, and in words what that server does. */
  bare: Pick<Query, 'text' | 'values' | 'all'> & { about: string }
  /** The share of the bare server's rate that the shop has to reach; see `ratioOf`. */
  atLeast: number
  /** What else to say. */
  how?: string
}

/** Compares the shop with a bare Fastify that runs one query on the same database for each request. */
export async function againstOneQuery(
  shop: Shop,
  { what, requests, bare: { about, ...query }, atLeast, how }: Question,
  options: Options,
): Promise<Row> {
  const bare = await startOneQuery({
    ...query,
    databaseUrl: databaseOf(shop),
    connections: connectionsOfShop,
  })
  try {
    const [first] = requests()
    const sizes = []
    for (const { port } of [shop, bare]) sizes.push((await ask(port, first as BenchRequest)).body.length)
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
    return {
      what,
      ...judge(ratio.median, { atLeast }, times),
      how: [
        `processor time of a bare Fastify with ${about}, by the shop's (${range(ratio)})`,
        `shop, Fastify: ${both.map(({ rate }) => perSecond(rate)).join(', ')}`,
        `${both.map(({ cost }) => microseconds(cost)).join(', ')} of processor time an answer, with the database`,
        `${sizes.map(kilobytes).join(', ')}; ${how ? `${how}, ` : ''}${options.connections} connections`,
        `${options.rounds} rounds of ${options.turn} s, ${howCompared}, busy ${both.map(({ busy }) => percent(busy)).join(', ')}`,
      ].join('; '),
    }
  } finally {
    bare.stop()
  }
}
