import { afterAll, beforeAll, expect, test } from 'vitest'
import { updateSettings } from '#server/modules/settings/index.ts'
import { newUser } from '#test/harness/people/account.ts'
import { testApp } from '#test/harness/app/app.ts'
import { makeGoods, type Goods } from '#test/harness/data/goods.ts'
import { order } from '#test/harness/data/order.ts'
import { client } from '#test/harness/people/client.ts'
import { emailCustomer } from './order-email.ts'

const { app, db, stop } = await testApp({ env: { RATE_LIMITS: 'off' } })
afterAll(stop)
let goods: Goods
beforeAll(async () => {
  goods = await makeGoods(db)
})

const context = { shopId: 1, actor: { id: null, name: 'Asha' } }
const shop = {
  shopId: 1,
  name: 'Shop',
  currency: 'INR',
  locale: 'en-IN',
  tagline: '',
  timeZone: 'UTC',
  email: '',
}
const notices = () =>
  db
    .selectFrom('email')
    .select(['recipient', 'subject', 'body_text as text'])
    .where('template', '=', 'order_placed')
    .orderBy('id')
    .execute()

test('notifies subscribed staff of an order once, with its items', async () => {
  const [asha, gone] = [await newUser(db, { role_id: 1 }), await newUser(db, { role_id: 1 })]
  const items = [{ productid: goods.mug, quantity: 2 }]
  await order(client(app), { items })
  expect(await notices()).toEqual([])

  const names = { order_placed: [asha.id, gone.id] }
  await db.transaction().execute((tx) => updateSettings(tx, context, 'notifications', names))
  await db.updateTable('app_user').set({ role_id: 2 }).where('id', '=', gone.id).execute()
  const key = 'the-same-order-again'
  const visitor = client(app)
  const { number, serial } = (await order(visitor, { items }, key)).answer.data
  await order(visitor, { items }, key)
  const { id } = await db
    .selectFrom('shop_order')
    .select('id')
    .where('number', '=', number)
    .executeTakeFirstOrThrow()
  await db
    .transaction()
    .execute((tx) =>
      emailCustomer(tx, { shop, services: { keyedHash: () => 'x' } }, { orderId: id, kind: 'confirmed' }),
    )
  const emails = await notices()
  expect(emails).toMatchObject([{ recipient: asha.email, subject: `New order ${serial}` }])
  expect(emails[0]?.text).toContain('2 × Stoneware mug')
  expect(emails[0]?.text).toContain(`/dashboard/orders/${number}`)
})
