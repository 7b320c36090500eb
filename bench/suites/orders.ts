import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { placeOrder as placeOrderCall } from '#contract/orders/order.ts'
import { connect } from '#server/db/connect.ts'
import { countInDatabase, createLimits } from '#server/http/limits/rate-limit.ts'
import type { PersonalContext } from '#server/http/route.ts'
import { fixedPayments } from '#test/harness/app/fixed-payments.ts'
import { placeOrder } from '#server/modules/orders/index.ts'
import { startBareOrders, type RecordedOrder } from '../baseline/bare-orders.ts'
import { databaseOf, ordersOfTwo, stockedWares } from '../shops/customers.ts'
import { startOrderClient } from '../load/order-load.ts'
import type { Options } from '../options.ts'
import { judge, milliseconds, perSecond, range, times, type Row } from '../report/row.ts'
import type { Shop } from '../shops/shop.ts'
import type { Shops } from '../shops/shops.ts'
import { quantile, spread } from '../report/statistics.ts'

const clients = 20
/** One of so many orders is recorded, which is more than there are clients. */
const RECORD_EVERY = 5

/** Orders of two lines with cash on delivery, in a new shop, compared with their bare SQL on the same database. */
export async function measureOrders(shops: Shops, options: Options): Promise<Row[]> {
  const shop = await shops.fresh(0)
  try {
    return await measureShop(shop, options)
  } finally {
    await shop.stop()
  }
}

async function measureShop(shop: Shop, { rounds, turn }: Options): Promise<Row[]> {
  const wares = await stockedWares(shop, 40)
  const orders = ordersOfTwo(wares)
  const recorded = await recordOrders(
    shop,
    orders.filter((_, at) => at % RECORD_EVERY === 0),
  )
  const [client, bare] = [startOrderClient(), startBareOrders()]
  const ofShop = { took: [] as number[], rates: [] as number[] }
  const ofBare = { took: [] as number[], rates: [] as number[] }
  try {
    for (let round = 0; round <= rounds; round += 1) {
      const seconds = 2 * turn
      // The first round warms up. PostgreSQL counts what it has written within a minute, and plans by that from then on.
      if (round === 1) await analyze(shop)
      for (const [kept, result] of [
        [ofShop, await client.order({ port: shop.port, orders, clients, seconds })],
        [ofBare, await bare.order({ orders: recorded, databaseUrl: databaseOf(shop), clients, seconds })],
      ] as const) {
        if (round === 0) continue
        kept.took.push(...result.took)
        kept.rates.push(result.took.length / result.seconds)
      }
    }
  } finally {
    client.stop()
    bare.stop()
  }
  const rate = spread(ofShop.rates)
  const ratio = spread(ofShop.rates.map((one, at) => one / (ofBare.rates[at] ?? Number.NaN)))
  const p99 = quantile(ofShop.took, 0.99)
  return [
    {
      what: 'Orders placed, two lines, cash on delivery',
      ...judge(rate.median, { atLeast: 300 }, perSecond),
      how: [
        `${range(rate, 0)} with ${clients} clients, who share the processors with shop and database`,
        `of ${wares.length} things, any two, by ${orders.length} guests; ${rounds} rounds of ${2 * turn} s`,
      ].join('; '),
    },
    {
      what: 'Orders placed, of bare SQL',
      ...judge(ratio.median, { atLeast: 0.85 }, times),
      how: [
        `the ${recorded[0]?.statements.length} statements of each as bare SQL: ${perSecond(spread(ofBare.rates).median)}`,
        `by round ${range(ratio)}; ${rounds} rounds of ${2 * turn} s each way`,
      ].join('; '),
    },
    {
      what: 'Orders placed, p99',
      ...judge(p99, { atMost: 250 }, milliseconds),
      how: `median ${milliseconds(quantile(ofShop.took, 0.5))}, bare SQL p99 ${milliseconds(quantile(ofBare.took, 0.99))}, of ${ofShop.took.length} orders`,
    },
  ]
}

async function analyze(shop: Shop): Promise<void> {
  const db = connect(databaseOf(shop), { max: 1, limits: false })
  await sql`analyze`.execute(db)
  await db.destroy()
}

/** Places orders in this process and records the SQL of each. */
async function recordOrders(shop: Shop, orders: readonly object[]): Promise<RecordedOrder[]> {
  const statements: RecordedOrder['statements'] = []
  const db = connect(databaseOf(shop), {
    max: 1,
    log: ({ query: { sql: text, parameters } }) => void statements.push({ text, values: [...parameters] }),
  })
  const { rows } = await sql<{ name: string; currency: string; locale: string }>`
    select name, currency, locale from shop where config_id = 1`.execute(db)
  const recorded: RecordedOrder[] = []
  for (const [at, order] of orders.entries()) {
    // An id that no other value equals.
    const orderId = 1_987_654_321 + at
    await sql`alter table shop_order alter column id restart with ${sql.lit(orderId)}`.execute(db)
    statements.length = 0
    const key = randomUUID()
    const context = {
      db,
      shop: { ...rows[0], shopId: 1, tagline: '', timeZone: 'Asia/Kolkata', email: '' },
      shopper: { forOrder: async () => ({ isRecognized: false, visitor: 'recorded', bind: () => {} }) },
      idempotent: { key, body: undefined },
      services: {
        online: fixedPayments([]),
        limits: createLimits(countInDatabase(db), false),
        keyedHash: () => 'x'.repeat(43),
      },
      clientAddress: '127.0.0.1',
      origin: 'http://localhost',
    } as unknown as PersonalContext
    const { number } = await placeOrder(context, placeOrderCall.input.parse(order))
    const kept = statements.filter(({ text }) => !/^(begin|commit)$/.test(text))
    recorded.push({ statements: kept, number, key, orderId })
  }
  await sql`alter table shop_order alter column id restart with 1000000`.execute(db)
  await db.destroy()
  return recorded
}
