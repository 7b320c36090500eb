import { sql } from 'kysely'
import { afterAll, expect, it } from 'vitest'
import { testDatabase } from '#test/harness/database.ts'
import { randomNumbers, seedCatalogue } from '#test/harness/catalogue.ts'

const { db, drop } = await testDatabase()
afterAll(drop)

const { products, subcategories } = await seedCatalogue(db, 1, 40)

/** Places where the tally differs from the count. */
async function differences() {
  const { rows } = await sql<{ place: string }>`
    with counted as (
      select config_id, category_id, subcategory_id, facet, count(*) as products
      from product p cross join lateral (
        select 0 as facet union all select -1 where p.in_stock union all select -2 where p.offer > 0
        union all select -10 - least from generate_series(1, 4) as least
          where p.rating_count > 0 and p.rating_sum >= least * p.rating_count
        union all select v.id from product_facet f join facet_value v using (config_id, name, value)
          where (f.config_id, f.product_id) = (p.config_id, p.id)
      ) facets
      where status = 'live' and deleted_at is null group by 1, 2, 3, 4
    ), tallied as (
      select config_id, category_id, subcategory_id, facet, sum(change) as products
      from product_tally group by 1, 2, 3, 4 having sum(change) <> 0
    )
    (table counted except table tallied) union all (table tallied except table counted)`.execute(db)
  return rows
}

it('equals the count after inserts', async () => {
  expect(await differences()).toEqual([])
})

it('equals the count after any change, also of many products at once', async () => {
  const random = randomNumbers(3)
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T
  for (let round = 0; round < 60; round++) {
    const some = products.filter(() => random() < 0.2).map(({ id }) => id)
    const place = pick(subcategories)
    const change = pick([
      sql`status = ${pick(['live', 'draft', 'archived'])}`,
      sql`deleted_at = ${pick([null, new Date()])}`,
      sql`category_id = ${place.categoryId}, subcategory_id = ${pick([null, place.id])}`,
      sql`offer = ${pick([0, 500])}`,
      sql`rating_count = 3, rating_sum = ${pick([3, 8, 9, 12, 15])}`,
    ])
    await sql`update product set ${change} where id = any(${some})`.execute(db)
    expect(await differences()).toEqual([])
  }
  await sql`delete from product where id in (select id from product where not exists (
    select from variant v join stock_movement m on m.variant_id = v.id where v.product_id = product.id) limit 5)`.execute(
    db,
  )
  expect(await differences()).toEqual([])
})

it('lets nobody wait, is exact when all are done, and becomes short again', async () => {
  const [place] = subcategories
  const add = (slug: string) =>
    db.insertInto('product').values({
      config_id: 1,
      category_id: place?.categoryId ?? 0,
      subcategory_id: place?.id ?? 0,
      name: slug,
      slug,
    })
  const before = await rowsOf(place?.id ?? 0)
  await db.transaction().execute(async (slow) => {
    await slow.executeQuery(add('slow'))
    await add('quick').execute()
    await expect(
      db.transaction().execute(async (failing) => {
        await failing.executeQuery(add('failing'))
        throw new Error('changed my mind')
      }),
    ).rejects.toThrow('changed my mind')
  })
  expect(await differences()).toEqual([])
  expect(await rowsOf(place?.id ?? 0)).toBeGreaterThan(before)
  await add('last').execute()
  expect(await differences()).toEqual([])
  expect(await rowsOf(place?.id ?? 0)).toBe(1)
})

async function rowsOf(subcategoryId: number): Promise<number> {
  const { rows } = await sql<{ rows: number }>`
    select count(*)::int as rows from product_tally where subcategory_id = ${subcategoryId} and facet = 0`.execute(
    db,
  )
  return rows[0]?.rows ?? 0
}
