import { afterAll, expect, it } from 'vitest'
import { getRelatedProducts } from '#contract/catalog/product.ts'
import { testApp } from '#test/harness/app/app.ts'
import { caller } from '#test/harness/people/client.ts'
import { createCategory, createProduct, createSubcategory } from '../../index.ts'

const { app, db, stop } = await testApp()
afterAll(stop)
const call = caller(app)
const context = { shopId: 1, actor: { id: null, name: 'Asha' } }

const { mugs, category, elsewhere } = await db.transaction().execute(async (tx) => {
  const tableware = await createCategory(tx, context, { name: 'Tableware' })
  const cups = await createSubcategory(tx, context, { categoryId: tableware, name: 'Cups' })
  const plates = await createSubcategory(tx, context, { categoryId: tableware, name: 'Plates' })
  const lighting = await createCategory(tx, context, { name: 'Lighting' })
  const add = async (
    categoryId: number,
    subcategoryId: number | null,
    prices: number[],
    status: 'live' | 'draft' = 'live',
  ) => {
    const ids: number[] = []
    for (const price of prices) {
      const input = { name: `P ${price}`, categoryId, subcategoryId, status, variants: [{ price }] }
      ids.push(await createProduct(tx, context, input))
    }
    return ids
  }
  const inCups = await add(tableware, cups, [500, 100, 510, 490, 900])
  await add(tableware, cups, [500, 501], 'draft')
  const inPlates = await add(tableware, plates, [500, 2000])
  const inLighting = await add(lighting, null, [400, 505, 499, 5000])
  return {
    mugs: { cups: inCups, plates: inPlates, lighting: inLighting },
    category: tableware,
    elsewhere: lighting,
  }
})

const idsOf = async (input: { exclude_product_id: number; category_id?: number }) =>
  (await call(getRelatedProducts, input)).data.map(({ productid }) => productid)

const [first = 0, cheap, above, below, dear] = mugs.cups
const [plate, dearPlate] = mugs.plates
const [lamp, nearLamp, nearestLamp, dearLamp = 0] = mugs.lighting

it('lists its subcategory first, then its category, each by closest price', async () => {
  const subcategory = [above, below, cheap, dear]
  expect(await idsOf({ exclude_product_id: first })).toEqual([...subcategory, plate, dearPlate])
  expect(await idsOf({ exclude_product_id: first, category_id: category })).toHaveLength(6)
})

it('uses the given category instead of its own', async () => {
  const found = await idsOf({ exclude_product_id: first, category_id: elsewhere })
  expect(found).toEqual([nearestLamp, nearLamp, lamp, dearLamp])
})

it('works without a subcategory', async () => {
  const found = await idsOf({ exclude_product_id: dearLamp })
  expect(found).toEqual([nearLamp, nearestLamp, lamp])
})

it('uses only the given category for an unknown product', async () => {
  expect((await idsOf({ exclude_product_id: 999_999, category_id: elsewhere })).slice(0, 4)).toEqual([
    lamp,
    nearestLamp,
    nearLamp,
    dearLamp,
  ])
  expect(await idsOf({ exclude_product_id: 999_999 })).toEqual([])
})
