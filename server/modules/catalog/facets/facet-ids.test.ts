import { sql } from 'kysely'
import { afterAll, expect, it } from 'vitest'
import { testDatabase } from '#test/harness/app/database.ts'
import { seedCatalog } from '#test/harness/data/catalog.ts'
import { createSpecification, updateProduct, updateSpecification } from '../index.ts'

const { db, drop } = await testDatabase()
afterAll(drop)
const context = { shopId: 1, actor: { id: null, name: 'Asha' } }
const { products } = await seedCatalog(db, 1, 30)

/** Products whose facets are not the values of their variants and filterable specifications. */
async function differences() {
  const stored = await sql<{ id: number; facets: string[] }>`
    select p.id, array(
      select f.name || ': ' || f.value from facet_value f where f.config_id = p.config_id and f.id = any(p.facets)) as facets
    from product p order by p.id`.execute(db)
  const options = await sql<{ id: number; name: string; value: string }>`
    select product_id as id, option.key as name, option.value
    from variant cross join jsonb_each_text(options) option where retired_at is null`.execute(db)
  const specifications = await sql<{ id: number; name: string; value: string }>`
    select ps.product_id as id, s.name, ps.description as value
    from product_specification ps join specification s on s.id = ps.specification_id where s.filterable`.execute(
    db,
  )
  const values = [
    ...options.rows,
    ...specifications.rows.flatMap((row) => row.value.split(',').map((value) => ({ ...row, value }))),
  ].map(({ id, name, value }) => ({ id, text: `${name}: ${capitalised(value.trim())}` }))
  const expected = Map.groupBy(values, ({ id }) => id)
  return stored.rows.flatMap(({ id, facets }) => {
    const wanted = new Set((expected.get(id) ?? []).map(({ text }) => text))
    const same = facets.length === wanted.size && facets.every((facet) => wanted.has(facet))
    return same ? [] : [{ id, facets, wanted: [...wanted] }]
  })
}

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

const countFacets = async () => {
  const { rows } = await sql<{
    sum: number
  }>`select sum(cardinality(facets))::int as sum from product`.execute(db)
  return rows[0]?.sum ?? 0
}

it('follow every change of a product’s values', async () => {
  expect(await differences()).toEqual([])
  const before = await countFacets()
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
  expect(await countFacets()).toBeLessThan(before)
})

it('are limited to 500 per product for the index', async () => {
  const specifications = await db.transaction().execute(async (tx) => {
    const ids = []
    for (const name of ['Width', 'Height', 'Depth']) {
      ids.push(await createSpecification(tx, context, { name, filterable: true }))
    }
    return ids.map((specificationId) => ({
      specificationId,
      description: Array.from({ length: 240 }, (_, index) => 100 + index).join(','),
    }))
  })
  const [first] = products
  const id = first?.id ?? 0
  await db.transaction().execute((tx) => updateProduct(tx, context, id, { specifications }))
  const { facets } = await db
    .selectFrom('product')
    .select('facets')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(facets).toHaveLength(500)
  expect(facets).toEqual(facets.toSorted((a, b) => a - b))
})
