import { afterAll, expect, test } from 'vitest'
import { changeStoreCredit } from '#contract/credit/store-credit.ts'
import { exportAccount } from '#contract/identity/account.ts'
import { testApp } from '#test/harness/app/app.ts'
import { makeGoods } from '#test/harness/data/goods.ts'
import { order } from '#test/harness/data/order.ts'
import { storeSettings } from '#test/harness/data/settings.ts'
import { newcomer } from '#test/harness/people/account.ts'

const { app, db, stop } = await testApp()
afterAll(stop)

test('the personal data of a customer have the own store credit with its history', async () => {
  const { browser: staff } = await newcomer(db, app, { role_id: 1 })
  const [asha, ravi] = [await newcomer(db, app), await newcomer(db, app)]
  await staff.send(changeStoreCredit, { id: asha.id, change: 100.5, reason: 'Late delivery' })
  await staff.send(changeStoreCredit, { id: ravi.id, change: 70, reason: 'Of Ravi' })
  await storeSettings(db, { 'payment.cod': true, 'shipping.flat': 0 })
  const cup = await (await makeGoods(db)).add('Cup', { variants: [{ price: 4000, stock: 5 }] })
  const items = [{ productid: cup, quantity: 1 }]
  const placed = await order(asha.browser, { items, storeCredit: true, expectedCredit: 40 })
  expect(placed.status, placed.message).toBe(201)
  const { data } = (await asha.browser.send(exportAccount)).answer
  expect(data['storeCredit']).toEqual([
    {
      currency: 'INR',
      balance: 60.5,
      entries: [
        { kind: 'corrected', amount: 100.5, reason: 'Late delivery', order: null, at: expect.any(String) },
        { kind: 'spent', amount: -40, reason: '', order: placed.answer.data.serial, at: expect.any(String) },
      ],
    },
  ])
})
