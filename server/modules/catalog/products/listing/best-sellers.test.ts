import { afterAll, expect, test } from 'vitest'
import { getBestSellers } from '#contract/catalog/best-seller.ts'
import { testApp } from '#test/harness/app/app.ts'
import { makeGoods, variantsOf } from '#test/harness/data/goods.ts'
import { newSoldOrder } from '#test/harness/data/sold-order.ts'

const { app, db, stop } = await testApp({ env: { RATE_LIMITS: 'off' } })
afterAll(stop)

test('ranks available products by units sold, without cancelled and returned ones', async () => {
  const goods = await makeGoods(db)
  const tray = await goods.add('Tray', { variants: [{ price: 100, stock: 3 }] })
  const gone = await goods.add('Gone', { variants: [{ price: 100, stock: 0 }] })
  const sell = async (productId: number, quantity: number, status = 'delivered') => {
    const [variantId = 0] = await variantsOf(db, productId)
    return newSoldOrder(db, [{ productId, variantId, quantity, price: 100 }], { status })
  }
  await sell(goods.mug, 2)
  await sell(goods.mug, 2)
  await sell(goods.lamp, 3)
  await sell(goods.lamp, 30, 'cancelled')
  await sell(goods.draft, 20)
  await sell(gone, 20)
  const back = await sell(tray, 9)
  await db.updateTable('order_line').set({ refunded_quantity: 9 }).where('order_id', '=', back).execute()

  const answer = getBestSellers.answer.parse((await app.inject('/api/product/bestsellers')).json())
  expect(answer.response.map(({ productid }) => productid)).toEqual([goods.mug, goods.lamp])
})
