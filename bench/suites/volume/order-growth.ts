import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { connect } from '#server/db/connect.ts'
import { openSequentialClient, type SequentialClient } from '../../load/one-by-one.ts'
import { wire } from '../../load/request.ts'
import type { Options } from '../../options.ts'
import { judgeGrowth, megabytesExactly, milliseconds, type Row } from '../../report/row.ts'
import { median, quantile } from '../../report/statistics.ts'
import { databaseOf, orderOf, stockedWares, type Ware } from '../../shops/customers.ts'
import { addOrders } from '../../shops/many-orders.ts'
import type { Shop } from '../../shops/shop.ts'
import type { Shops } from '../../shops/shops.ts'

const warmUp = 50

/** A shop with earlier orders. */
interface Size {
  shop: Shop
  orders: number
  wares: Ware[]
  /** Milliseconds of each order. */
  took: number[]
}

/** Orders placed in two new shops in turn, of which one has ten times as many; and what products and orders take on the disk. */
export async function measureOrderGrowth(shops: Shops, options: Options): Promise<Row[]> {
  const [small, large] = [await shops.fresh(0), await shops.fresh(0)]
  try {
    const empty = await databaseSize(small)
    const few = await openSize(small, Math.round(options.products / 10))
    const many = await openSize(large, options.products)
    const filled = await databaseSize(large)
    await placeInTurn([few, many], options.lists)
    const placed = (await databaseSize(large)) - filled
    const sizes = { ofMany: (filled - empty) / options.products, ofPlaced: placed / (warmUp + options.lists) }
    return [...rowsOfGrowth(few, many), await rowOfProducts(shops, options, empty), rowOfOrders(many, sizes)]
  } finally {
    await small.stop()
    await large.stop()
  }
}

async function openSize(shop: Shop, orders: number): Promise<Size> {
  const wares = await stockedWares(shop, 40)
  await addOrders(shop, orders)
  return { shop, orders, wares, took: [] }
}

async function placeInTurn(sizes: readonly Size[], count: number): Promise<void> {
  const both: (Size & { client: SequentialClient })[] = []
  for (const size of sizes) both.push({ ...size, client: await openSequentialClient(size.shop.port, 201) })
  for (let turn = -warmUp; turn < count; turn += 1) {
    for (const { shop, wares, client, took } of turn % 2 === 0 ? both : both.toReversed()) {
      const at = turn + warmUp
      // Of 40 variants, these two are never the same.
      const two = [wares[at % wares.length], wares[(at * 7 + 1) % wares.length]].filter(
        (ware) => ware !== undefined,
      )
      const headers = { 'idempotency-key': randomUUID() }
      const request = { method: 'POST', path: '/api/orders', headers, json: orderOf(two, at) } as const
      const time = await client.time(wire(request, shop.port))
      if (turn >= 0) took.push(time)
    }
  }
  for (const { client } of both) client.close()
}

function rowsOfGrowth(few: Size, many: Size): Row[] {
  const count = ({ orders }: Size) => orders.toLocaleString('en')
  const [before, after] = [median(few.took), median(many.took)]
  const how = `${many.took.length} orders of two lines in each shop, one after another in turn after ${warmUp} others`
  return [
    {
      what: `Order placed, at ${count(many)} orders`,
      measured: milliseconds(after),
      how: `median, p95 ${milliseconds(quantile(many.took, 0.95))}; ${how}`,
    },
    {
      what: `Order placed, growth from ${count(few)} to ${count(many)} orders`,
      ...judgeGrowth({ size: few.orders, time: before }, { size: many.orders, time: after }),
      how: `exponent: median ${milliseconds(before)} grows to ${milliseconds(after)}; ${how}`,
    },
  ]
}

async function rowOfProducts(
  shops: Shops,
  { memoryProducts: products }: Options,
  empty: number,
): Promise<Row> {
  const shop = await shops.fresh(products)
  try {
    const each = ((await databaseSize(shop)) - empty) / products
    return {
      what: 'Database size of 1,000 products',
      measured: megabytesExactly(each * 1000),
      how: `without images; what ${products.toLocaleString('en')} generated products add to a shop`,
    }
  } finally {
    await shop.stop()
  }
}

const rowOfOrders = ({ took }: Size, { ofMany, ofPlaced }: { ofMany: number; ofPlaced: number }): Row => ({
  what: 'Database size of 1,000 orders',
  measured: megabytesExactly(ofPlaced * 1000),
  how: [
    `what ${took.length + warmUp} placed orders of two lines add, with stock movements, emails and log`,
    `${megabytesExactly(ofMany * 1000)} of the orders alone, with one to four lines`,
  ].join('; '),
})

/** Bytes of the files of the database, without its write-ahead log. */
async function databaseSize(shop: Shop): Promise<number> {
  const db = connect(databaseOf(shop), { max: 1, limits: false })
  try {
    const { rows } = await sql<{ bytes: number }>`
      select pg_database_size(current_database())::float8 as bytes`.execute(db)
    return rows[0]?.bytes ?? Number.NaN
  } finally {
    await db.destroy()
  }
}
