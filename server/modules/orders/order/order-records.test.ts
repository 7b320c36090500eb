import { afterAll, expect, test } from 'vitest'
import { deleteAccount, exportAccount } from '#contract/identity/account.ts'
import { newcomer, secret } from '#test/harness/people/account.ts'
import { testApp } from '#test/harness/app/app.ts'
import { makeGoods } from '#test/harness/data/goods.ts'
import { order } from '#test/harness/data/order.ts'

const { app, db, stop } = await testApp({ env: { RATE_LIMITS: 'off' } })
afterAll(stop)

test('exports the orders of a person and keeps them after the account is deleted', async () => {
  const goods = await makeGoods(db)
  const [asha, ravi] = [await newcomer(db, app), await newcomer(db, app)]
  const items = [{ productid: goods.mug, quantity: 2 }]
  const { number } = (await order(asha.browser, { items })).answer.data
  await order(ravi.browser, { items: [{ productid: goods.mug }] })
  const { data } = (await asha.browser.send(exportAccount)).answer
  expect(data['orders']).toEqual([
    expect.objectContaining({
      number,
      status: 'confirmed',
      subtotal: 1_000,
      discount: 100,
      total: 999,
      shipping: 99,
      shipping_address: expect.objectContaining({ city: 'Pune' }),
      lines: [{ name: 'Stoneware mug', options: [], sku: expect.any(String), quantity: 2, total: 900 }],
    }),
  ])
  await asha.browser.send(deleteAccount, { password: secret })
  const row = db.selectFrom('shop_order').select('user_id').where('number', '=', number)
  expect(await row.executeTakeFirstOrThrow()).toEqual({ user_id: null })
})
