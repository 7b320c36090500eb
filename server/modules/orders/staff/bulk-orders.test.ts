import { afterAll, beforeAll, expect, test } from 'vitest'
import { bulkOrders } from '#contract/orders/admin-order.ts'
import { runIntegrityChecks } from '#server/modules/reconciliation/index.ts'
import { staffWith } from '#test/harness/people/account.ts'
import { testApp } from '#test/harness/app/app.ts'
import { makeGoods, type Goods } from '#test/harness/data/goods.ts'
import { order } from '#test/harness/data/order.ts'
import { client } from '#test/harness/people/client.ts'
import { storeSettings } from '#test/harness/data/settings.ts'

const { app, db, stop } = await testApp({ env: { RATE_LIMITS: 'off' } })
afterAll(stop)
let goods: Goods
let staff: Awaited<ReturnType<typeof staffWith>>
beforeAll(async () => {
  goods = await makeGoods(db)
  staff = await staffWith(db, app, ['orders', 'refunds'])
  await storeSettings(db, { 'payment.bank_transfer': true })
})

async function placed(input: object = {}): Promise<string> {
  const items = [{ productid: goods.lamp, variantid: goods.lampVariants[0] }]
  return (await order(client(app), { items, ...input })).answer.data.number
}

test('updates many orders as one job and explains each failure', async () => {
  const numbers = [await placed(), await placed(), await placed({ paymentMethod: 'bank_transfer' })]
  const shipments = [{ number: numbers[1], carrier: 'Post', tracking: 'X1' }]
  const input = { numbers: [...numbers, numbers[0], 'none'], action: 'fulfil', shipments }
  const { message, answer } = await staff.browser.send(bulkOrders, input)
  expect(message).toBe('2 of 4 orders updated')
  expect(answer.data).toEqual([
    { number: numbers[0], done: true, message: 'Shipped' },
    { number: numbers[1], done: true, message: 'Shipped' },
    {
      number: numbers[2],
      done: false,
      message: expect.stringMatching(/^Order \d{4}-\d{6} is awaiting payment and can’t be shipped$/),
    },
    { number: 'NONE', done: false, message: 'Order not found' },
  ])
  const shipped = await db
    .selectFrom('shop_order')
    .select(['carrier', 'tracking'])
    .where('number', 'in', numbers.slice(0, 2))
    .orderBy('id')
    .execute()
  expect(shipped).toEqual([
    { carrier: '', tracking: '' },
    { carrier: 'Post', tracking: 'X1' },
  ])
  const jobs = await db
    .selectFrom('audit_entry')
    .select('job')
    .where('subject', '=', 'order')
    .where('job', 'is not', null)
    .execute()
  expect(jobs).toHaveLength(2)
  expect(jobs[0]).toEqual(jobs[1])
  expect(await staff.browser.send(bulkOrders, { numbers: [], action: 'fulfil' })).toMatchObject({
    status: 400,
  })
})

test('leaves no integrity findings', async () => {
  expect(await runIntegrityChecks(db, { shopId: 1, locale: 'en-IN' })).toEqual([])
})
