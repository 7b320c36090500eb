import { afterAll, describe, expect, it } from 'vitest'
import { createCategory, createProduct } from '#server/modules/catalog/index.ts'
import { testDatabase } from '#test/harness/app/database.ts'
import { countWords, searchProducts } from '../index.ts'

const { db, drop } = await testDatabase()
afterAll(drop)
const context = { shopId: 1, actor: { id: null, name: 'Asha' } }

const catalog = {
  Lighting: ['Brass lamp', 'Oak lamp', 'Oak lantern', 'Nimbus lamp', 'Nimbus lantern'],
  Furniture: ['Oak shelf', 'Rack 12', 'Tall rack 12'],
  Garden: ['Garden parasol, beige canopy', 'Garden parasol, white canopy', 'Beach canopy', 'Garden gnome'],
  Kitchen: ['Cappuccino machine', 'Holper iron tawa 30 cm', 'Plain iron tawa cm'],
}
const names = new Map<number, string>()
await db.transaction().execute(async (tx) => {
  for (const [category, products] of Object.entries(catalog)) {
    const categoryId = await createCategory(tx, context, { name: category })
    for (const name of products)
      names.set(
        await createProduct(tx, context, { name, categoryId, variants: [{ price: 100, stock: 3 }] }),
        name,
      )
  }
})
await countWords(db, 1)

const find = async (q: string, among?: readonly number[]) =>
  (await searchProducts(db, 1, q, among ? { among } : {})).ids.map((id) => names.get(id))
const idOf = (name: string) => [...names].find(([, each]) => each === name)?.[0] ?? 0

describe('words that the first results have in common', () => {
  it('find products that have no word of a longer query', async () => {
    const found = await find('garden parasol')
    expect(found.slice(0, 2)).toEqual(await find('parasol'))
    expect(new Set(found.slice(2))).toEqual(new Set(['Garden gnome', 'Beach canopy']))
  })

  it('add nothing to the results of one word', async () => {
    expect(await find('parasol')).toEqual(['Garden parasol, white canopy', 'Garden parasol, beige canopy'])
  })

  it('rank given products as among all others', async () => {
    expect(await find('garden parasol', [idOf('Beach canopy'), idOf('Oak shelf')])).toEqual(['Beach canopy'])
  })
})

it('the category of the first results ranks the others', async () => {
  const beside = async (q: string) =>
    (await find(q)).filter((name) => name === 'Oak lantern' || name === 'Oak shelf')
  expect(await beside('oak lamp')).toEqual(['Oak lantern', 'Oak shelf'])
  expect(await beside('oak rack 12')).toEqual(['Oak shelf', 'Oak lantern'])
})

it('a unit without its number says little', async () => {
  expect((await find('holper tawa cm'))[0]).toBe('Holper iron tawa 30 cm')
})

it('a word that says little finds its products if the shop has no other word of the query', async () => {
  expect(await find('zzzzqqq cm')).toEqual(['Plain iron tawa cm'])
})

it('a measure that the shop lacks weighs as much as its number', async () => {
  expect(new Set((await find('nimbus 12w')).slice(0, 2))).toEqual(new Set(['Nimbus lamp', 'Nimbus lantern']))
})

it('words that sound alike correct each other', async () => {
  expect(await searchProducts(db, 1, 'capuchino machine')).toMatchObject({
    ids: [idOf('Cappuccino machine')],
    correctedQuery: 'cappuccino machine',
  })
})
