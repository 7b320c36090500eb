import { sql } from 'kysely'
import { afterAll, expect, it } from 'vitest'
import { testDatabase } from '#test/harness/app/database.ts'
import { randomNumbers, seedCatalog } from '#test/harness/data/catalog.ts'

const { db, drop } = await testDatabase()
afterAll(drop)

const { products, subcategories } = await seedCatalog(db, 1, 40)

/** Rows where the stored counts differ from a fresh count. */
async function differences() {
  const { rows } = await sql<{ place: string }>`
    with counted as (
      select config_id, category_id, subcategory_id, facet, count(*) as products
      from product p cross join lateral (
        select 0 as facet union all select -1 where p.in_stock union all select -2 where p.offer > 0
        union all select -10 - least from generate_series(1, 4) as least
          where p.rating_count > 0 and p.rating_sum >= least * p.rating_count
        union all select unnest(p.facets)
      ) facets
      where status = 'live' and deleted_at is null group by 1, 2, 3, 4
    ), stored as (
      select config_id, category_id, subcategory_id, facet, sum(delta) as products
      from facet_count group by 1, 2, 3, 4 having sum(delta) <> 0
    )
    (table counted except table stored) union all (table stored except table counted)`.execute(db)
  return rows
}

it('equals a fresh count after inserts', async () => {
  expect(await differences()).toEqual([])
})

it('equals a fresh count after any change, even of many products at once', async () => {
  const random = randomNumbers(3)
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T
  for (let round = 0; round < 60; round++) {
    const chosen = products.filter(() => random() < 0.2).map(({ id }) => id)
    const place = pick(subcategories)
    const change = pick([
      sql`status = ${pick(['live', 'draft', 'archived'])}`,
      sql`deleted_at = ${pick([null, new Date()])}`,
      sql`category_id = ${place.categoryId}, subcategory_id = ${pick([null, place.id])}`,
      sql`offer = ${pick([0, 500])}`,
      sql`rating_count = 3, rating_sum = ${pick([3, 8, 9, 12, 15])}`,
    ])
    await sql`update product set ${change} where id = any(${chosen})`.execute(db)
    expect(await differences()).toEqual([])
  }
  await sql`delete from product where id in (select id from product where not exists (
    select from variant v join stock_movement m on m.variant_id = v.id where v.product_id = product.id) limit 5)`.execute(
    db,
  )
  expect(await differences()).toEqual([])
})

it('blocks no writer, ends up exact, and is compacted afterwards', async () => {
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
    select count(*)::int as rows from facet_count where subcategory_id = ${subcategoryId} and facet = 0`.execute(
    db,
  )
  return rows[0]?.rows ?? 0
}
