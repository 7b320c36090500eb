import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { cancelLabel, getLabelPdf } from '#contract/carriers/label.ts'
import { editOrderLines } from '#contract/orders/edit-order.ts'
import { PICK_UP } from '#contract/orders/order.ts'
import { carrierShop } from '#test/harness/services/carriers/carrier-shop.ts'
import { checkoutForm } from '#test/harness/data/order.ts'
import { readPdf } from '#test/harness/services/pdf.ts'
import { checkLabels } from '../index.ts'

const shop = await carrierShop()
const { db, deps, easypost, staff } = shop
afterAll(shop.stop)

beforeAll(async () => {
  await shop.connectEasypost()
})

afterEach(() => {
  easypost.faults.clear()
  easypost.state.buyRefusal = ''
})

/** The cheapest quote of EasyPost for an order. */
async function cheapest(number: string, input: object = {}) {
  const { carriers } = (await shop.quotes(number, input)).answer.data
  const [first] = carriers
  return { carrier: 'easypost', quote: first?.quotes[0]?.id ?? '' }
}

test('quotes and buys a label, in dollars', async () => {
  const { number } = await shop.placedAbroad()
  const { carriers } = (await shop.quotes(number)).answer.data
  expect(carriers[0]!.quotes).toMatchObject([
    { service: 'USPS GroundAdvantage', price: 6.07, currency: 'USD', days: 3 },
    { service: 'USPS Priority', price: 7.42, currency: 'USD', days: 2 },
  ])
  expect(easypost.shipments.at(-1)!.parcel).toEqual({ length: 7.9, width: 5.9, height: 3.9, weight: 33.6 })
  const bought = await shop.buy(number, { carrier: 'easypost', quote: carriers[0]!.quotes[0]!.id })
  expect(bought.answer.data).toMatchObject({ state: 'bought', status: 'shipped' })
  const [label] = await shop.labels(number)
  expect(label).toMatchObject({ service: 'USPS GroundAdvantage', price: 6.07, currency: 'USD' })
  const { shipments } = await shop.detail(number)
  expect(shipments[0]).toMatchObject({
    carrier: 'USPS GroundAdvantage',
    trackingNumber: `94${easypost.shipments.at(-1)!.id}`,
    trackingUrl: expect.stringContaining('https://track.easypost.com/') as string,
  })
  const { bytes } = (await staff.browser.send(getLabelPdf, { number, id: label!.id })).answer
  expect(Buffer.from(bytes).toString()).toContain('%PDF-')
})

test('a refusal and an address that no carrier serves are sentences', async () => {
  const { number } = await shop.placedAbroad()
  const choice = await cheapest(number)
  easypost.state.buyRefusal = 'Insufficient funds'
  expect(await shop.buy(number, choice)).toMatchObject({
    status: 422,
    message: 'EasyPost refuses this: Insufficient funds',
  })
  expect((await shop.detail(number)).shipments).toEqual([])
  await db
    .updateTable('shop_order')
    .set({
      shipping_address: JSON.stringify({
        fullName: 'E',
        line1: 'X',
        line2: '',
        city: 'Y',
        state: 'CA',
        pincode: '00000',
        country: 'US',
      }),
    })
    .where('number', '=', number)
    .execute()
  expect((await shop.quotes(number)).answer.data.carriers[0]!.problem).toBe(
    'EasyPost refuses this: Invalid zip',
  )
})

test('a lost answer is found by the shipment, and bought once', async () => {
  const { number } = await shop.placedAbroad()
  const choice = await cheapest(number)
  const { bought } = easypost.state
  easypost.faults.set('/buy', 'lose')
  expect((await shop.buy(number, choice)).answer.data.state).toBe('buying')
  easypost.faults.clear()
  await shop.makeDue()
  await checkLabels(db, deps)
  expect(await shop.labels(number)).toMatchObject([{ state: 'bought', price: 6.07 }])
  expect(easypost.state.bought).toBe(bought + 1)
})

test('prices for another weight or another order are refused', async () => {
  const [one, other] = [await shop.placedAbroad(), await shop.placedAbroad()]
  const choice = await cheapest(one.number)
  const sentence = 'These prices were for another package. Get new prices.'
  expect((await shop.buy(one.number, { ...choice, weight: 2000 })).message).toBe(sentence)
  expect((await shop.buy(other.number, choice)).message).toBe(sentence)
  expect(await shop.buy(one.number, { carrier: 'easypost', quote: '../v2/api_keys' })).toMatchObject({
    status: 422,
    message: 'EasyPost has no such price. Get new prices.',
  })
  expect((await shop.buy(one.number, choice)).status).toBe(201)
})

test('a package abroad and cash on delivery are refused without a call', async () => {
  const india = await shop.placed()
  const [carrier] = (await shop.quotes(india.number)).answer.data.carriers
  expect(carrier!.problem).toContain('no cash is collected')
  const { number } = await shop.placedAbroad({ shipping: checkoutForm.shipping })
  expect((await shop.quotes(number)).answer.data.carriers[0]!.problem).toContain('customs declaration')
})

test('an order that may not ship buys no label', async () => {
  const [due, pickUp] = [await shop.placedAbroad(), await shop.placedAbroad()]
  const choices = [await cheapest(due.number), await cheapest(pickUp.number)] as const
  await staff.browser.send(editOrderLines, { number: due.number, lines: [{ lineId: 1, quantity: 4 }] })
  await db
    .updateTable('shop_order')
    .set({ shipping_method: PICK_UP })
    .where('number', '=', pickUp.number)
    .execute()
  const { bought } = easypost.state
  expect(await shop.buy(due.number, choices[0])).toMatchObject({ status: 409, code: 'amount_due' })
  expect(await shop.buy(pickUp.number, choices[1])).toMatchObject({ status: 409, code: 'picked_up_here' })
  expect(easypost.state.bought).toBe(bought)
  expect(await shop.labels(due.number)).toEqual([])
})

test('the weight of a package without weights is the usual one of any carrier', async () => {
  await shop.connectShiprocket({ weight: 640 })
  await db.updateTable('carrier_account').set({ weight: null }).where('carrier', '=', 'easypost').execute()
  const { number } = await shop.placedAbroad()
  await db.updateTable('product').set({ weight: 0 }).execute()
  expect((await shop.quotes(number)).answer.data.weight).toBe(640)
  await db.deleteFrom('carrier_account').where('carrier', '=', 'shiprocket').execute()
})

test('a label that was not used goes back, also if the answer was lost before', async () => {
  const { number } = await shop.placedAbroad()
  await shop.buy(number, await cheapest(number))
  const [label] = await shop.labels(number)
  const cancel = () => staff.browser.send(cancelLabel, { number, id: label!.id })
  easypost.faults.set('/refund', 'lose')
  expect((await cancel()).status).toBe(503)
  easypost.faults.clear()
  expect((await cancel()).status).toBe(200)
  expect(easypost.shipments.at(-1)!.refund_status).toBe('submitted')
})

test('the shop’s own label is drawn, and needs no carrier', async () => {
  const { number } = await shop.placedAbroad()
  const bought = await shop.buy(number, { carrier: 'own', quote: 'standard' })
  expect(bought.answer.data).toMatchObject({ state: 'bought', status: 'shipped' })
  const [label] = await shop.labels(number)
  expect(label).toMatchObject({ carrier: 'own', trackingNumber: '', canCancel: true })
  const { bytes } = (await staff.browser.send(getLabelPdf, { number, id: label!.id })).answer
  expect((await readPdf(bytes)).text).toContain('Redondo Beach')
})

test('a label of another order is not found', async () => {
  const [one, other] = [await shop.placedAbroad(), await shop.placedAbroad()]
  await shop.buy(one.number, { carrier: 'own', quote: 'standard' })
  const [label] = await shop.labels(one.number)
  for (const endpoint of [getLabelPdf, cancelLabel])
    expect((await staff.browser.send(endpoint, { number: other.number, id: label!.id })).status).toBe(404)
})

test('every request had the documented form', () => {
  expect(easypost.wrong).toEqual([])
})
