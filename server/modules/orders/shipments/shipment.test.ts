import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  cancelOrderAsStaff,
  correctOrder,
  deliverOrder,
  fulfilOrder,
  getAdminOrder,
  getAdminOrders,
  getPackingSlip,
} from '#contract/orders/admin-order.ts'
import { bulkOrders } from '#contract/orders/order-actions.ts'
import { cancelOrder, getOrder } from '#contract/orders/order.ts'
import { refundOrder } from '#contract/orders/payment/refund.ts'
import {
  createShipment,
  deliverShipment,
  getOrderDocuments,
  getShipmentSlip,
} from '#contract/orders/shipment.ts'
import { runIntegrityChecks } from '#server/modules/reconciliation/index.ts'
import { checkLedger } from '#server/modules/stock/index.ts'
import { testApp } from '#test/harness/app/app.ts'
import { makeGoods, variantsOf, type Goods } from '#test/harness/data/goods.ts'
import { order } from '#test/harness/data/order.ts'
import { readPdf } from '#test/harness/services/pdf.ts'
import { staffWith } from '#test/harness/people/account.ts'
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

/** An order of three bowls and two cups. */
async function placed(input: object = {}) {
  const bowl = await goods.add('Bowl', { variants: [{ price: 100_000, stock: 9 }] })
  const cup = await goods.add('Cup', { variants: [{ price: 50_000, stock: 9 }] })
  const items = [
    { productid: bowl, quantity: 3 },
    { productid: cup, quantity: 2 },
  ]
  const { number, accessToken } = (await order(client(app), { items, ...input })).answer.data
  return { number, accessToken, bowl }
}

let keys = 0
const ship = (number: string, lines: [lineId: number, quantity: number][], input: object = {}) =>
  staff.browser.send(
    createShipment,
    { number, lines: lines.map(([lineId, quantity]) => ({ lineId, quantity })), ...input },
    { 'idempotency-key': `shipment ${++keys}` },
  )

const detail = async (number: string) => (await staff.browser.send(getAdminOrder, { number })).answer.data

const emailsOf = (number: string) =>
  db
    .selectFrom('email')
    .select(['template', 'body_text as text'])
    .where('body_text', 'like', `%${number}%`)
    .orderBy('id')
    .execute()

test('two shipments make an order partly shipped, then shipped, each with its email, slip and tracking', async () => {
  const { number, accessToken } = await placed()
  const tracking = { carrier: 'Post', trackingNumber: 'P 1', trackingUrl: 'https://track.example/P1' }
  const first = await ship(number, [[1, 2]], tracking)
  expect(first).toMatchObject({ status: 201, answer: { data: { state: 'shipped', status: 'confirmed' } } })
  const { id } = first.answer.data
  expect(await detail(number)).toMatchObject({
    status: 'confirmed',
    isPartlyShipped: true,
    tracking: 'P 1',
    can: ['fulfil', 'restock', 'track'],
    shipments: [
      { id, ...tracking, state: 'shipped', lines: [{ lineId: 1, productname: 'Bowl', quantity: 2 }] },
    ],
    lines: [
      { lineId: 1, shippedquantity: 2, lefttoship: 1 },
      { lineId: 2, shippedquantity: 0, lefttoship: 2 },
    ],
  })
  const rest = (await staff.browser.send(getPackingSlip, { number })).answer
  expect((await readPdf(rest.bytes)).text).toContain('3 items in total')
  const second = await ship(number, [
    [1, 1],
    [2, 2],
  ])
  expect(second.answer.data.status).toBe('shipped')
  const slip = (await staff.browser.send(getShipmentSlip, { number, id })).answer
  const { text } = await readPdf(slip.bytes)
  for (const words of ['2 items in total', 'Post P 1', 'Shipment 1 of 2']) expect(text).toContain(words)
  const { serial } = await detail(number)
  const documents = (await staff.browser.send(getOrderDocuments, { number })).answer.data
  expect(documents).toEqual([
    { kind: 'packing_slip', serial, url: `/api/admin/orders/${number}/packing-slip` },
    {
      kind: 'packing_slip',
      serial: `${serial}-1`,
      url: `/api/admin/orders/${number}/shipments/${id}/packing-slip`,
    },
    { kind: 'packing_slip', serial: `${serial}-2`, url: expect.any(String) as string },
  ])
  await db.updateTable('shop').set({ address: '1 Market Road, Pune' }).where('config_id', '=', 1).execute()
  const [invoice] = (await staff.browser.send(getOrderDocuments, { number })).answer.data
  expect(invoice).toEqual({ kind: 'invoice', serial: null, url: `/api/admin/orders/${number}/invoice` })
  const emails = await emailsOf(number)
  expect(emails.map(({ template }) => template)).toEqual([
    'order_confirmed',
    'order_partly_shipped',
    'order_shipped',
  ])
  expect(emails[1]!.text).toContain('In this package: 2 × Bowl.')
  expect(emails[1]!.text).toContain('Shipped with Post, tracking number P 1.')
  expect(emails[2]!.text).toContain('In this package: 1 × Bowl, 2 × Cup.')
  const events = await db
    .selectFrom('event')
    .select('data')
    .where('subject', '=', `order:${number}`)
    .where('kind', '=', 'order.shipped')
    .orderBy('id')
    .execute()
  expect(events.map(({ data }) => data)).toMatchObject([
    { status: 'confirmed', trackingNumber: 'P 1', lines: [{ quantity: 2 }] },
    { status: 'shipped', lines: [{ quantity: 1 }, { quantity: 2 }] },
  ])
  const seen = (await client(app).send(getOrder, { number, accessToken })).answer.data
  expect(seen.shipments).toHaveLength(2)
  expect(seen.events.map(({ text: event }) => event)).toEqual([
    'Order placed',
    'Part of the order shipped: Post P 1',
    'Order shipped',
  ])
})

test('a shipment of more than is left, of nothing and of an unknown line is refused', async () => {
  const { number } = await placed()
  expect(await ship(number, [[1, 4]])).toMatchObject({
    status: 409,
    code: 'nothing_left_to_ship',
    message: 'Only 3 of Bowl can still be shipped',
  })
  expect(await ship(number, [])).toMatchObject({ status: 400 })
  expect(await ship(number, [[7, 1]])).toMatchObject({ status: 400 })
  expect(
    await ship(number, [
      [1, 1],
      [1, 1],
    ]),
  ).toMatchObject({ status: 400 })
  expect((await detail(number)).shipments).toEqual([])
  await staff.browser.send(fulfilOrder, { number })
  expect(await ship(number, [[1, 1]])).toMatchObject({ status: 409, code: 'nothing_left_to_ship' })
  const pending = await placed({ paymentMethod: 'bank_transfer' })
  expect(await ship(pending.number, [[1, 1]])).toMatchObject({ status: 409, code: 'wrong_status' })
  expect(await ship('ZZZZ-ZZZZ-ZZZZ', [[1, 1]])).toMatchObject({ status: 404 })
})

test('shipping an order whole, also in bulk, ships what is left', async () => {
  const [one, other] = [await placed(), await placed()]
  await ship(one.number, [[1, 1]])
  await staff.browser.send(bulkOrders, { numbers: [one.number, other.number], action: 'fulfil' })
  expect((await detail(one.number)).shipments.map(({ lines }) => lines)).toMatchObject([
    [{ lineId: 1, quantity: 1 }],
    [
      { lineId: 1, quantity: 2 },
      { lineId: 2, quantity: 2 },
    ],
  ])
  expect(await detail(other.number)).toMatchObject({ status: 'shipped', shipments: [{ state: 'shipped' }] })
})

test('an order is delivered with its last shipment', async () => {
  const { number } = await placed()
  const first = (await ship(number, [[1, 3]])).answer.data.id
  const deliver = (id: number) => staff.browser.send(deliverShipment, { number, id })
  expect((await deliver(first)).answer.data.status).toBe('confirmed')
  expect(await deliver(first)).toMatchObject({ status: 409 })
  expect(await deliver(999_999)).toMatchObject({ status: 404 })
  const second = (await ship(number, [[2, 2]])).answer.data.id
  expect((await deliver(second)).answer.data.status).toBe('delivered')
  expect(await detail(number)).toMatchObject({ status: 'delivered', paid: 4000 })
  const whole = await placed()
  await ship(whole.number, [[1, 3]])
  await ship(whole.number, [[2, 2]])
  await staff.browser.send(deliverOrder, { number: whole.number })
  expect((await detail(whole.number)).shipments.map(({ state }) => state)).toEqual(['delivered', 'delivered'])
})

test('a partly shipped order cannot be cancelled; refunding the rest completes it', async () => {
  const { number, accessToken, bowl } = await placed({ paymentMethod: 'bank_transfer' })
  await staff.browser.send(bulkOrders, { numbers: [number], action: 'confirm' })
  await ship(number, [[1, 2]])
  for (const attempt of [
    staff.browser.send(cancelOrderAsStaff, { number }),
    client(app).send(cancelOrder, { number, accessToken }),
  ])
    expect(await attempt).toMatchObject({ status: 409, code: 'partly_shipped' })
  expect((await client(app).send(getOrder, { number, accessToken })).answer.data.canCancel).toBe(false)
  const lines = [
    { position: 0, quantity: 1, restock: true },
    { position: 1, quantity: 2, restock: true },
  ]
  await staff.browser.send(refundOrder, { number, lines }, { 'idempotency-key': `refund ${number}` })
  expect(await detail(number)).toMatchObject({ status: 'shipped', isPartlyShipped: false, refunded: 2000 })
  const [variantId = 0] = await variantsOf(db, bowl)
  const level = await db
    .selectFrom('stock_level')
    .select(['on_hand', 'available'])
    .where('variant_id', '=', variantId)
    .executeTakeFirstOrThrow()
  expect(level).toEqual({ on_hand: 7, available: 7 })
})

test('corrected tracking reaches the latest shipment, and its email can go out again', async () => {
  const { number } = await placed()
  await ship(number, [[1, 1]], { trackingNumber: 'A' })
  await ship(number, [[1, 1]], { trackingNumber: 'B' })
  await staff.browser.send(correctOrder, { number, tracking: 'C' })
  const { shipments, tracking } = await detail(number)
  expect([tracking, ...shipments.map(({ trackingNumber }) => trackingNumber)]).toEqual(['C', 'A', 'C'])
  const { data } = (await staff.browser.send(getAdminOrders, { status: 'confirmed' })).answer
  expect(data.find((row) => row.number === number)).toMatchObject({ isPartlyShipped: true })
})

test('the same key ships once', async () => {
  const { number } = await placed()
  const send = () =>
    staff.browser.send(
      createShipment,
      { number, lines: [{ lineId: 1, quantity: 1 }] },
      { 'idempotency-key': `once ${number}` },
    )
  const answers = await Promise.all([send(), send(), send()])
  expect(new Set(answers.map(({ answer }) => answer.data.id)).size).toBe(1)
  expect((await detail(number)).shipments).toHaveLength(1)
})

test('concurrent shipments, cancellations and corrections leave no unit shipped twice', async () => {
  for (let round = 0; round < 5; round++) {
    const { number } = await placed()
    const outcomes = await Promise.all([
      ship(number, [[1, 2]]),
      ship(number, [[1, 2]]),
      staff.browser.send(fulfilOrder, { number }),
      staff.browser.send(cancelOrderAsStaff, { number }),
      staff.browser.send(correctOrder, { number, phone: '+91 98765 00000' }),
    ])
    for (const { status } of outcomes) expect([200, 201, 409]).toContain(status)
    const { status, lines, shipments } = await detail(number)
    expect(status === 'cancelled').toBe(shipments.length === 0)
    for (const { quantity, shippedquantity } of lines) expect(shippedquantity).toBeLessThanOrEqual(quantity)
    expect(
      shipments.flatMap((shipment) => shipment.lines).reduce((sum, { quantity }) => sum + quantity, 0),
    ).toBe(lines.reduce((sum, { shippedquantity }) => sum + shippedquantity, 0))
  }
  expect(await checkLedger(db)).toEqual([])
})

test('reconciliation finds nothing wrong', async () => {
  expect(await runIntegrityChecks(db, { shopId: 1, locale: 'en-IN' })).toEqual([])
})
