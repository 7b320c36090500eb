import { afterAll, expect, test } from 'vitest'
import { fulfilOrder } from '#contract/orders/admin-order.ts'
import { requestReturn } from '#contract/orders/return.ts'
import { testApp } from '#test/harness/app/app.ts'
import { makeGoods } from '#test/harness/data/goods.ts'
import { order } from '#test/harness/data/order.ts'
import { staffWith, stranger } from '#test/harness/people/account.ts'

const { app, db, stop } = await testApp()
afterAll(stop)

test('photos are read for few requests, and for none of an order that cannot be returned', async () => {
  const goods = await makeGoods(db)
  const { number, accessToken } = (await order(stranger(app), { items: [{ productid: goods.mug }] })).answer
    .data
  const lines = JSON.stringify([{ lineId: 1, quantity: 1, reason: 'Damaged' }])
  const ask = () =>
    stranger(app).upload(requestReturn, { number, accessToken, lines }, { photos: Buffer.from('no image') })
  expect(await ask()).toMatchObject({ status: 409, code: 'not_returnable' })
  const staff = (await staffWith(db, app, ['orders'])).browser
  await staff.send(fulfilOrder, { number })
  for (let requests = 1; requests < 10; requests++) expect((await ask()).status).toBe(415)
  expect((await ask()).status).toBe(429)
})
