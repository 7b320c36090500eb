import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { cancelLabel, getLabelPdf } from '#contract/carriers/label.ts'
import { fulfilOrder } from '#contract/orders/admin-order.ts'
import { getOrder } from '#contract/orders/order.ts'
import { runIntegrityChecks } from '#server/modules/reconciliation/index.ts'
import { carrierShop } from '#test/harness/services/carriers/carrier-shop.ts'
import { client } from '#test/harness/people/client.ts'
import { checkLabels } from '../index.ts'

const shop = await carrierShop()
const { app, db, deps, shiprocket, staff } = shop
afterAll(shop.stop)

beforeAll(async () => {
  await shop.connectShiprocket()
})

afterEach(() => {
  shiprocket.faults.clear()
  shiprocket.state.awbRefusal = ''
})

const surface = { carrier: 'shiprocket', quote: '43' }

test('quotes come from the courier and from the shop’s own table of rates, cheapest first', async () => {
  const { number } = await shop.placed()
  const { weight, carriers } = (await shop.quotes(number)).answer.data
  expect(weight).toBe(950)
  expect(carriers).toMatchObject([
    {
      carrier: 'shiprocket',
      problem: '',
      quotes: [
        { id: '43', service: 'Delhivery Surface', price: 92.5, currency: 'INR', days: 4 },
        { id: '51', service: 'Xpressbees Air', price: 150.12, days: 2 },
      ],
    },
    { carrier: 'own', quotes: [{ id: 'standard', service: 'Standard delivery' }] },
  ])
  expect(shiprocket.requests.at(-1)!.query.get('cod')).toBe('1')
  expect(shiprocket.orders).toEqual([])
})

test('a bought label ships the order, with tracking, PDF and pickup', async () => {
  const { number, accessToken } = await shop.placed()
  const bought = await shop.buy(number, surface)
  expect(bought).toMatchObject({ status: 201, answer: { data: { state: 'bought', status: 'shipped' } } })
  const sent = shiprocket.orders.at(-1)!
  expect(sent.input).toMatchObject({
    payment_method: 'COD',
    sub_total: 4000,
    weight: 0.95,
    billing_pincode: 411_001,
  })
  const [label] = await shop.labels(number)
  expect(label).toMatchObject({
    carrier: 'shiprocket',
    service: 'Delhivery Surface',
    price: 92.5,
    trackingNumber: sent.awb,
    canCancel: true,
    problem: '',
  })
  const pdf = await staff.browser.send(getLabelPdf, { number, id: label!.id })
  expect(Buffer.from(pdf.answer.bytes).subarray(0, 5).toString()).toBe('%PDF-')
  expect(shiprocket.state.pickups).toBe(1)
  const seen = (await client(app).send(getOrder, { number, accessToken })).answer.data
  expect(seen.shipments).toMatchObject([
    { carrier: 'Delhivery Surface', trackingNumber: sent.awb, events: [] },
  ])
})

test('a refused label is one sentence at the field, and changes nothing', async () => {
  const { number } = await shop.placed()
  shiprocket.state.awbRefusal = 'Insufficient wallet balance'
  const refused = await shop.buy(number, surface)
  expect(refused).toMatchObject({
    status: 422,
    code: 'label_refused',
    issues: [{ path: 'quote', message: 'Shiprocket refuses this: Insufficient wallet balance' }],
  })
  expect(await shop.detail(number)).toMatchObject({ status: 'confirmed', shipments: [] })
  expect(shiprocket.orders.at(-1)!.cancelled).toBe(true)
  expect(await shop.labels(number)).toMatchObject([{ state: 'refused' }])
  shiprocket.state.awbRefusal = ''
  expect((await shop.buy(number, surface)).status).toBe(201)
})

test('a courier that has no route, or is not offered, is a sentence', async () => {
  const { number } = await shop.placed({
    shipping: { fullName: 'A', line1: 'B', city: 'Leh', state: 'LA', pincode: '194101' },
  })
  await db
    .updateTable('shop_order')
    .set({
      shipping_address: {
        fullName: 'A',
        line1: 'B',
        line2: '',
        city: 'X',
        state: 'MH',
        pincode: '999999',
        country: 'IN',
      },
    })
    .where('number', '=', number)
    .execute()
  const [first] = (await shop.quotes(number)).answer.data.carriers
  expect(first).toMatchObject({ problem: 'Shiprocket has no courier from 122003 to 999999.', quotes: [] })
  const other = await shop.placed()
  const refused = await shop.buy(other.number, { carrier: 'shiprocket', quote: '7' })
  expect(refused.message).toBe('This courier no longer serves the address. Get new prices.')
})

test('a purchase whose answer is lost is never repeated: the job finds the label', async () => {
  const { number } = await shop.placed()
  shiprocket.faults.set('/assign/awb', 'lose')
  const key = 'a lost answer'
  const lost = await shop.buy(number, surface, key)
  expect(lost.answer.data).toMatchObject({ state: 'buying', shipmentId: null, status: 'confirmed' })
  expect(await shop.buy(number, surface)).toMatchObject({ status: 409, code: 'label_pending' })
  const repeated = await shop.buy(number, surface, key)
  expect(repeated.answer.data).toMatchObject({ id: lost.answer.data.id, state: 'buying' })
  shiprocket.faults.clear()
  const count = shiprocket.orders.length
  await shop.makeDue()
  await checkLabels(db, deps)
  expect(await shop.detail(number)).toMatchObject({
    status: 'shipped',
    shipments: [{ trackingNumber: shiprocket.orders.at(-1)!.awb }],
  })
  expect((await shop.buy(number, surface, key)).answer.data).toMatchObject({
    state: 'bought',
    status: 'shipped',
  })
  expect(shiprocket.orders).toHaveLength(count)
})

test('a purchase that did not reach the courier ends as refused, and removes what is half done', async () => {
  const { number } = await shop.placed()
  shiprocket.faults.set('/assign/awb', 'fail')
  expect((await shop.buy(number, surface)).answer.data.state).toBe('buying')
  // The carrier may still be working on it.
  await db
    .updateTable('carrier_label')
    .set({ next_check_at: new Date(0) })
    .where('state', '=', 'buying')
    .execute()
  await checkLabels(db, deps)
  expect(await shop.labels(number)).toMatchObject([{ state: 'buying' }])
  expect(shiprocket.orders.at(-1)!.cancelled).toBe(false)
  await shop.makeDue()
  await checkLabels(db, deps)
  expect(await shop.labels(number)).toMatchObject([
    { state: 'refused', problem: 'The purchase did not reach the carrier. Nothing was bought.' },
  ])
  expect(shiprocket.orders.at(-1)).toMatchObject({ cancelled: true })
  expect((await shop.detail(number)).status).toBe('confirmed')
})

test('a carrier that is down before the purchase refuses at once', async () => {
  const { number } = await shop.placed()
  shiprocket.faults.set('/serviceability', 'fail')
  expect(await shop.buy(number, surface)).toMatchObject({
    status: 422,
    message: 'Shiprocket has a problem at the moment (503). Try again in a minute.',
  })
  const { carriers } = (await shop.quotes(number)).answer.data
  expect(carriers.map(({ problem }) => problem !== '')).toEqual([true, false])
})

test('units that were shipped in the meantime do not ship twice: the label is given back', async () => {
  const { number } = await shop.placed()
  shiprocket.faults.set('/assign/awb', 'lose')
  await shop.buy(number, surface)
  await staff.browser.send(fulfilOrder, { number })
  shiprocket.faults.clear()
  await shop.makeDue()
  await checkLabels(db, deps)
  expect(await shop.labels(number)).toMatchObject([{ state: 'bought', shipmentId: null }])
  await shop.makeDue()
  await checkLabels(db, deps)
  expect(await shop.labels(number)).toMatchObject([{ state: 'cancelled' }])
  expect(shiprocket.orders.at(-1)!.cancelled).toBe(true)
  expect((await shop.detail(number)).shipments).toHaveLength(1)
})

test('concurrent purchases buy one label', async () => {
  const { number } = await shop.placed()
  const count = shiprocket.orders.length
  const outcomes = await Promise.all([
    shop.buy(number, surface, 'one click'),
    shop.buy(number, surface, 'one click'),
    shop.buy(number, surface),
    shop.buy(number, surface),
  ])
  for (const { status } of outcomes) expect([201, 409]).toContain(status)
  expect(shiprocket.orders).toHaveLength(count + 1)
  expect((await shop.detail(number)).shipments).toHaveLength(1)
})

test('a cancelled label leaves the shipment, which can get another one', async () => {
  const { number } = await shop.placed()
  await shop.buy(number, surface)
  const [label] = await shop.labels(number)
  const cancel = () => staff.browser.send(cancelLabel, { number, id: label!.id })
  shiprocket.faults.set('/cancel/shipment', 'lose')
  expect(await cancel()).toMatchObject({ status: 503, code: 'carrier_unavailable' })
  expect(await shop.labels(number)).toMatchObject([{ state: 'bought' }])
  shiprocket.faults.clear()
  expect(await cancel()).toMatchObject({ status: 200, message: 'Label cancelled' })
  expect((await cancel()).status).toBe(200)
  const { shipments, tracking, events } = await shop.detail(number)
  expect([tracking, shipments[0]!.trackingNumber]).toEqual(['', ''])
  expect(events.filter(({ kind }) => kind === 'label_cancelled')).toHaveLength(1)
  const shipmentId = shipments[0]!.id
  const again = await shop.buy(number, { ...surface, lines: [], shipmentId })
  expect(again.answer.data).toMatchObject({ state: 'bought', shipmentId })
  expect((await shop.detail(number)).shipments).toMatchObject([
    { trackingNumber: shiprocket.orders.at(-1)!.awb },
  ])
  expect(await shop.buy(number, { ...surface, lines: [], shipmentId })).toMatchObject({
    code: 'label_exists',
  })
})

test('an order that is paid on delivery is not labelled in parts', async () => {
  const { number } = await shop.placed()
  const part = { lines: [{ lineId: 1, quantity: 1 }] }
  expect((await shop.quotes(number, part)).answer.data.carriers[0]!.problem).toContain('paid on delivery')
  expect(await shop.buy(number, { ...surface, ...part })).toMatchObject({
    status: 409,
    code: 'cash_in_parts',
  })
  // The shop's own label prints the amount to collect too.
  const own = await shop.buy(number, { carrier: 'own', quote: 'standard', ...part })
  expect(own).toMatchObject({ status: 409, code: 'cash_in_parts' })
  expect((await shop.quotes(number, part)).answer.data.carriers.map(({ quotes }) => quotes)).toEqual([[], []])
})

test('input that names nothing to ship, or an unknown order, is refused', async () => {
  const { number } = await shop.placed()
  expect(await shop.buy(number, { ...surface, lines: [] })).toMatchObject({ status: 400 })
  expect(await shop.buy(number, { ...surface, lines: [{ lineId: 1, quantity: 4 }] })).toMatchObject({
    code: 'nothing_left_to_ship',
  })
  expect(await shop.buy('ZZZZ-ZZZZ-ZZZZ', surface)).toMatchObject({ status: 404 })
  expect(await shop.buy(number, { ...surface, lines: [], shipmentId: 999_999 })).toMatchObject({
    status: 404,
  })
  expect(await shop.buy(number, { carrier: 'easypost', quote: 'x' })).toMatchObject({
    code: 'carrier_not_connected',
  })
  expect(await shop.labels(number)).toEqual([])
})

test('the token is renewed when Shiprocket ends it early', async () => {
  const { number } = await shop.placed()
  shiprocket.state.tokens += 1
  expect((await shop.quotes(number)).answer.data.carriers[0]).toMatchObject({ problem: '' })
})

test('reconciliation finds nothing wrong', async () => {
  expect(await runIntegrityChecks(db, { shopId: 1, locale: 'en-IN' })).toEqual([])
})

test('every request had the documented form', () => {
  expect(shiprocket.wrong).toEqual([])
})
