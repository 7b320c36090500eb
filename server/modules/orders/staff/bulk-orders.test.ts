import { afterAll, beforeAll, expect, test } from 'vitest'
import { getAdminOrders } from '#contract/orders/admin-order.ts'
import { bulkOrders, getOrderNumbers } from '#contract/orders/order-actions.ts'
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
    { number: numbers[0], done: true, changed: true, message: 'Shipped' },
    { number: numbers[1], done: true, changed: true, message: 'Shipped' },
    {
      number: numbers[2],
      done: false,
      changed: false,
      message: expect.stringMatching(/^Order \d{4}-\d{6} is awaiting payment and can’t be shipped$/),
    },
    { number: 'NONE', done: false, changed: false, message: 'Order not found' },
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

test('does not count as a failure what was done before, and cancels with a reason', async () => {
  const numbers = [await placed(), await placed()]
  const bulk = async (input: object) =>
    (await staff.browser.send(bulkOrders, { numbers, ...input })).answer.data.map(
      ({ done, changed, message }) => `${done} ${changed} ${message}`,
    )
  await bulk({ numbers: numbers.slice(0, 1), action: 'fulfil' })
  expect(await bulk({ action: 'fulfil' })).toEqual(['true false Already shipped', 'true true Shipped'])
  // Cash on delivery is not paid, though the order is confirmed.
  expect(await bulk({ action: 'confirm' })).toEqual([
    expect.stringMatching(/^false false Order .* is shipped and can’t be confirmed$/),
    expect.stringMatching(/^false false /),
  ])
  expect(await bulk({ action: 'deliver' })).toEqual(['true true Delivered', 'true true Delivered'])
  expect(await bulk({ action: 'confirm' })).toEqual(['true false Already paid', 'true false Already paid'])

  const unwanted = [await placed(), numbers[0]!]
  const cancel = { numbers: unwanted, action: 'cancel', reason: 'Sold twice', restock: false }
  expect(await bulk(cancel)).toEqual([
    'true true Cancelled',
    expect.stringMatching(/^false false Order .* is delivered and can’t be cancelled$/),
  ])
  expect((await bulk(cancel))[0]).toBe('true false Already cancelled')
  const events = await db
    .selectFrom('order_event')
    .innerJoin('shop_order', 'shop_order.id', 'order_event.order_id')
    .select('note')
    .where('number', '=', unwanted[0]!)
    .where('kind', '=', 'cancelled')
    .execute()
  expect(events).toEqual([{ note: 'Sold twice' }])
})

test('says when an order had shipped before without the tracking number', async () => {
  const number = await placed()
  const ship = async (tracking: string) =>
    (
      await staff.browser.send(bulkOrders, {
        numbers: [number],
        action: 'fulfil',
        shipments: [{ number, tracking }],
      })
    ).answer.data[0]
  expect(await ship('AWB 1')).toMatchObject({ done: true, changed: true })
  expect(await ship('AWB 1')).toMatchObject({ done: true, changed: false, message: 'Already shipped' })
  expect(await ship('AWB 2')).toMatchObject({
    done: false,
    message: expect.stringMatching(/^Order .* is shipped and can’t be shipped$/),
  })
})

test('two people who ship the same orders at once ship each of them once', async () => {
  const numbers = await Promise.all(Array.from({ length: 6 }, () => placed()))
  const answers = await Promise.all(
    [numbers, numbers.toReversed()].map((list) =>
      staff.browser.send(bulkOrders, { numbers: list, action: 'fulfil' }),
    ),
  )
  const outcomes = answers.flatMap(({ answer }) => answer.data)
  expect(outcomes.filter(({ done }) => !done)).toEqual([])
  expect(
    outcomes
      .filter(({ changed }) => changed)
      .map(({ number }) => number)
      .toSorted(),
  ).toEqual(numbers.toSorted())
  const shipments = await db
    .selectFrom('shipment')
    .innerJoin('shop_order', 'shop_order.id', 'shipment.order_id')
    .select('number')
    .where('number', 'in', numbers)
    .execute()
  expect(shipments).toHaveLength(6)
})

test('answers the orders of a filter, oldest first', async () => {
  const select = async (filter: object) => (await staff.browser.send(getOrderNumbers, filter)).answer.data
  // Orders placed at once may have their ids in another order.
  const { data: listed } = (await staff.browser.send(getAdminOrders, { sort: 'oldest', limit: 100 })).answer
  expect((await select({})).map(({ number }) => number)).toEqual(listed.map(({ number }) => number))
  const cancelled = await select({ status: 'cancelled' })
  expect(cancelled).toHaveLength(1)
  expect(cancelled[0]).toMatchObject({ serial: expect.stringMatching(/^\d{4}-\d{6}$/) })
  const catalog = await staffWith(db, app, ['catalog'])
  expect(await catalog.browser.send(getOrderNumbers, {})).toMatchObject({ status: 403 })
})

test('leaves no integrity findings', async () => {
  expect(await runIntegrityChecks(db, { shopId: 1, locale: 'en-IN' })).toEqual([])
})
