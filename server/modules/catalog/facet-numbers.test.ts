import { sql } from 'kysely'
import { afterAll, expect, it } from 'vitest'
import { testDatabase } from '#test/harness/database.ts'
import { seedCatalogue } from '#test/harness/catalogue.ts'
import { updateProduct, updateSpecification } from './index.ts'

const { db, drop } = await testDatabase()
afterAll(drop)
const context = { configId: 1, actor: { id: null, name: 'Asha' } }
const { products } = await seedCatalogue(db, 1, 30)

/** Products whose numbers do not say what product_facet says. */
async function differences() {
  const { rows } = await sql`
    select p.id from product p
    where p.facets <> array(
      select v.id from product_facet f join facet_value v using (config_id, name, value)
      where f.config_id = p.config_id and f.product_id = p.id order by v.id)`.execute(db)
  return rows
}

const numbered = async () => {
  const { rows } = await sql<{
    sum: number
  }>`select sum(cardinality(facets))::int as sum from product`.execute(db)
  return rows[0]?.sum ?? 0
}

it('follow the values of each product, however they change', async () => {
  expect(await differences()).toEqual([])
  const before = await numbered()
  expect(before).toBeGreaterThan(30)

  const [first] = products
  const variants = [{ options: { Shape: 'Round' }, price: 100 }]
  await db
    .transaction()
    .execute((tx) => updateProduct(tx, context, first?.id ?? 0, { options: ['Shape'], variants }))
  expect(await differences()).toEqual([])

  const { id } = await db
    .selectFrom('specification')
    .select('id')
    .where('name', '=', 'Material')
    .executeTakeFirstOrThrow()
  await db.transaction().execute((tx) => updateSpecification(tx, context, id, { filterable: false }))
  expect(await differences()).toEqual([])
  expect(await numbered()).toBeLessThan(before)

  await db.deleteFrom('product_facet').execute()
  expect(await numbered()).toBe(0)
})

it('are at most 500 a product, so that an index can hold them', async () => {
  const [first] = products
  const values = Array.from({ length: 800 }, (_, index) => ({
    config_id: 1,
    product_id: first?.id ?? 0,
    name: 'Size',
    value: `${index} cm`,
  }))
  await db.insertInto('product_facet').values(values).execute()
  expect(await numbered()).toBe(500)
})
