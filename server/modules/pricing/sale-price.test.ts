import { sql } from 'kysely'
import { afterAll, expect, it } from 'vitest'
import { testDatabase } from '#test/harness/app/database.ts'
import { MAX_PRICE, offerPrice, unitPrice } from './money.ts'

const { db, drop } = await testDatabase()
afterAll(drop)

/** Every small price, then prices that grow by about a third up to the highest that the database stores. */
const prices = [...Array.from({ length: 101 }, (_, price) => price), ...growingPrices()]
const offers = Array.from({ length: 10_001 }, (_, offer) => offer)

function* growingPrices() {
  for (let price = 101; price < MAX_PRICE; price = Math.ceil(price * 1.31) + 7) yield price
  yield* [MAX_PRICE - 1, MAX_PRICE]
}

it('computes the same sale price in code and in product.sale_from, for every offer', async () => {
  // The expression of the column itself, so that the test follows the schema.
  const { rows: columns } = await sql<{ expression: string }>`
    select generation_expression as expression from information_schema.columns
    where table_name = 'product' and column_name = 'sale_from'`.execute(db)
  const expression = columns[0]?.expression ?? ''
  expect(expression).toContain('offer')
  const different: unknown[] = []
  for (const price of prices) {
    const { rows } = await sql<{ sales: number[] }>`
      select array_agg(${sql.raw(expression)} order by offer) as sales
      from (select ${price}::unit_price as price_from, offer::basis_points as offer, null::bigint as active_sale_price from generate_series(0, 10000) offer) product`.execute(
      db,
    )
    const sales = rows[0]?.sales.map(Number) ?? []
    different.push(
      ...offers
        .filter((offer) => sales[offer] !== offerPrice(price, offer))
        .map((offer) => ({ price, offer })),
    )
  }
  expect(different.slice(0, 10)).toEqual([])
}, 60_000)

it('takes the lower of offer and sale price, in code and in price_now', async () => {
  const cases = prices
    .slice(90)
    .flatMap((price) =>
      [0, 1, 1_250, 9_999].flatMap((offer) =>
        [null, 0, 1, Math.floor(price * 0.9), price].map((salePrice) => ({ price, offer, salePrice })),
      ),
    )
  const { rows } = await sql<{ now: number }>`
    select price_now(price, offer, "salePrice") as now
    from jsonb_to_recordset(${JSON.stringify(cases)}) as c (price bigint, offer integer, "salePrice" bigint)`.execute(
    db,
  )
  expect(rows.map(({ now }) => now)).toEqual(cases.map((one) => unitPrice(one)))
  expect(unitPrice({ price: 1_000, offer: 1_000, salePrice: 899 })).toBe(899)
  expect(unitPrice({ price: 1_000, offer: 1_000, salePrice: 901 })).toBe(900)
})

it('stores that price', async () => {
  await sql`insert into category (config_id, id, name, slug) values (1, 1, 'Mugs', 'mugs')`.execute(db)
  await sql`
    insert into product (config_id, category_id, name, slug, price_from, offer)
    select 1, 1, 'Mug ' || n, 'mug-' || n, n * 7919, n * 11 from generate_series(1, 900) n`.execute(db)
  const rows = await db.selectFrom('product').select(['price_from', 'offer', 'sale_from']).execute()
  expect(rows).toHaveLength(900)
  expect(rows.filter((row) => row.sale_from !== offerPrice(row.price_from, row.offer))).toEqual([])
})
