import { afterAll, expect, test } from 'vitest'
import { getAlsoBought } from '#contract/catalog/best-seller.ts'
import { testApp } from '#test/harness/app/app.ts'
import { makeGoods, variantsOf } from '#test/harness/data/goods.ts'
import { newSoldOrder } from '#test/harness/data/sold-order.ts'

const { app, db, stop } = await testApp({ env: { RATE_LIMITS: 'off' } })
afterAll(stop)

test('lists what at least two orders contain together, the most frequent first', async () => {
  const goods = await makeGoods(db)
  const tray = await goods.add('Tray', { variants: [{ price: 100, stock: 3 }] })
  const jug = await goods.add('Jug', { variants: [{ price: 100, stock: 3 }] })
  const gone = await goods.add('Gone', { variants: [{ price: 100, stock: 0 }] })
  const sell = async (products: number[], status = 'delivered') => {
    const lines = await Promise.all(
      products.map(async (productId) => {
        const [variantId = 0] = await variantsOf(db, productId)
        return { productId, variantId, quantity: 1, price: 100 }
      }),
    )
    await newSoldOrder(db, lines, { status })
  }
  await sell([goods.mug, goods.lamp, tray, gone])
  await sell([goods.mug, tray, gone])
  await sell([goods.mug, goods.lamp, tray])
  await sell([goods.mug, jug])
  await sell([goods.mug, jug], 'cancelled')
  await sell([jug, goods.lamp])

  const listed = async (productid: number) => {
    const { body } = await app.inject(`/api/product/alsobought?productid=${productid}`)
    const { response } = getAlsoBought.answer.parse(JSON.parse(body))
    return response.map((card) => card.productid)
  }
  expect(await listed(goods.mug)).toEqual([tray, goods.lamp])
  expect(await listed(tray)).toEqual([goods.mug, goods.lamp])
  expect(await listed(jug)).toEqual([])
})
