import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  deliverOrder,
  fulfilOrder,
  getAdminOrder,
  getOrderInvoice,
  getPackingSlip,
  readyOrder,
} from '#contract/orders/admin-order.ts'
import { editOrderLines } from '#contract/orders/edit-order.ts'
import { getOrderDraft, placeDraft } from '#contract/orders/manual-order.ts'
import { quoteManualOrder, getOrderCustomers } from '#contract/orders/manual-quote.ts'
import { getOrder } from '#contract/orders/order.ts'
import { getOrdersToPack, getPackingDocuments } from '#contract/orders/packing.ts'
import { runIntegrityChecks } from '#server/modules/reconciliation/index.ts'
import { testApp } from '#test/harness/app/app.ts'
import { makeGoods, variantsOf } from '#test/harness/data/goods.ts'
import { manualOrder, order } from '#test/harness/data/order.ts'
import { storeSettings } from '#test/harness/data/settings.ts'
import { staffWith, stranger } from '#test/harness/people/account.ts'
import { client } from '#test/harness/people/client.ts'
import { readPdf } from '#test/harness/services/pdf.ts'

const { app, db, stop } = await testApp({ env: { RATE_LIMITS: 'off', SMTP_URL: 'smtp://127.0.0.1:9' } })
afterAll(stop)
let staff: Awaited<ReturnType<typeof staffWith>>['browser']
let variantid: number
beforeAll(async () => {
  const goods = await makeGoods(db)
  staff = (await staffWith(db, app, ['orders', 'customers'])).browser
  const productid = await goods.add('Bowl', { gst: 1_800, variants: [{ price: 100_000, stock: 99 }] })
  ;[variantid = 0] = await variantsOf(db, productid)
  await db
    .updateTable('shop')
    .set({ address: '1 Market Road\nPune 411001, Maharashtra' })
    .where('config_id', '=', 1)
    .execute()
  await storeSettings(db, { 'invoice.state': 'MH', 'invoice.gstin': '27AAPFU0939F1ZV' })
})
/** The id of the last email before a test. */
let since = 0
beforeEach(async () => {
  const { last } = await db
    .selectFrom('email')
    .select(({ fn }) => fn.max('id').as('last'))
    .executeTakeFirstOrThrow()
  since = Number(last ?? 0)
})

const contact = { name: 'Asha Rao', phone: '98714 18929', email: 'asha@example.com' }
const pickUp = { contact, shipping: null, shippingMethod: 'pick_up', payment: 'cod' }
const buy = (input: object = {}, quantity = 1) =>
  manualOrder(staff, { items: [{ variantid, quantity }], ...pickUp, ...input })
const placed = async (input: object = {}) => (await buy(input)).answer.data.number
const detail = async (number: string) => (await staff.send(getAdminOrder, { number })).answer.data
const emails = async () =>
  (await db
    .selectFrom('email')
    .select(['template', 'subject', 'body_text as text'])
    .where('id', '>', since)
    .orderBy('id')
    .execute()) as {
    template: string
    subject: string
    text: string
  }[]
const level = () =>
  db
    .selectFrom('stock_level')
    .select(['on_hand', 'available'])
    .where('variant_id', '=', variantid)
    .executeTakeFirstOrThrow()
const place = '1 Market Road, Pune 411001, Maharashtra'
const textOf = async (file: Promise<{ answer: { bytes: Uint8Array } }>) =>
  (await readPdf((await file).answer.bytes)).text
const problems = () => runIntegrityChecks(db, { shopId: 1, locale: 'en-IN' })

test('a pick-up needs no address, costs no delivery, and is taxed where the shop is', async () => {
  const { status, answer } = await buy()
  expect(status).toBe(201)
  const found = await detail(answer.data.number)
  expect(found).toMatchObject({
    isPickUp: true,
    readyAt: null,
    shipping: 0,
    total: 1_000,
    shippingName: 'Pick-up',
    delivery: null,
    shippingAddress: { fullName: 'Asha Rao', state: 'Maharashtra', lines: [place] },
    billingAddress: { fullName: 'Asha Rao', lines: [] },
  })
  expect(found.can).toEqual(expect.arrayContaining(['ready', 'deliver', 'cancel', 'edit']))
  for (const action of ['fulfil', 'correct', 'track'] as const) expect(found.can).not.toContain(action)
  const [email] = await emails()
  expect(email).toMatchObject({ template: 'order_confirmed' })
  expect(email?.text).toContain('We’ll email you when it is ready for pick-up.')
  expect(email?.text).toContain(`Pick-up at:\n${place}`)
  expect(email?.text).toContain('Please pay ₹1,000.00 when you pick it up.')
  expect(email?.text).not.toMatch(/courier|ships/)
})

test('the tax of a pick-up is that of the shop’s state, whatever the customer’s address', async () => {
  const elsewhere = {
    fullName: 'Asha Rao',
    line1: '4 Rose Lane',
    city: 'Bengaluru',
    state: 'KA',
    pincode: '560001',
    company: 'Rao Traders',
    taxId: '29AAGCB7383J1Z4',
  }
  const number = await placed({ billing: elsewhere, payment: 'cash', handedOver: true })
  const text = await textOf(staff.send(getOrderInvoice, { number }))
  expect(text).toContain('Maharashtra (27)')
  expect(text).toMatch(/CGST/)
  expect(text).not.toMatch(/IGST/)
  expect(text).toContain('Pick-up at')
  expect(text).toContain('4 Rose Lane')
})

test('ready, the customer gets a message; picked up, the order is delivered and paid', async () => {
  const number = await placed()
  const toPack = async () => (await staff.send(getOrdersToPack)).answer.data.map((each) => each.number)
  expect(await toPack()).toContain(number)
  expect(await staff.send(fulfilOrder, { number })).toMatchObject({ status: 409, code: 'picked_up_here' })
  expect(await staff.send(readyOrder, { number })).toMatchObject({ message: 'Order ready for pick-up' })
  expect(await staff.send(readyOrder, { number })).toMatchObject({ status: 409, code: 'wrong_status' })
  expect(await toPack()).not.toContain(number)
  const ready = await detail(number)
  expect(ready).toMatchObject({ status: 'confirmed', readyAt: expect.any(String) })
  expect(ready.can).not.toContain('ready')
  expect(ready.emails).toEqual(['confirmed', 'ready'])
  expect(await staff.send(deliverOrder, { number })).toMatchObject({ status: 200 })
  expect(await detail(number)).toMatchObject({ status: 'delivered', paid: 1_000, hasInvoice: true })
  const sent = await emails()
  expect(sent.map(({ template }) => template)).toEqual(['order_confirmed', 'order_ready', 'order_delivered'])
  expect(sent[1]?.subject).toMatch(/^Your order is ready for pick-up/)
  expect(sent[1]?.text).toContain(place)
  expect(sent[2]?.subject).toMatch(/^You’ve picked up your order/)
  const { customerLink, events } = await detail(number)
  expect(customerLink).toBeNull()
  expect(events.filter(({ isPublic }) => isPublic).map(({ text }) => text)).toEqual([
    'Order placed',
    'Ready for pick-up',
    'Payment received',
    'Order picked up',
  ])
})

test('the customer follows a pick-up on the order page', async () => {
  await storeSettings(db, { 'payment.bank_transfer': true })
  const { number, paymentUrl = '' } = (await buy({ payment: 'link' })).answer.data
  const accessToken = new URL(paymentUrl).searchParams.get('accessToken') ?? ''
  const shown = (await stranger(app).send(getOrder, { number, accessToken })).answer.data
  expect(shown.progress.map(({ name }) => name)).toEqual([
    'Ordered',
    'Paid',
    'Ready for pick-up',
    'Picked up',
  ])
  expect(shown).toMatchObject({ isPickUp: true, shippingAddress: { lines: [place] } })
})

test('the papers of a pick-up name the shop and the customer', async () => {
  const number = await placed()
  const slip = await textOf(staff.send(getPackingSlip, { number }))
  expect(slip).toContain('Pick-up at')
  expect(slip).toContain(place)
  const label = await textOf(staff.send(getPackingDocuments, { kind: 'label', numbers: number }))
  expect(label).toContain('Asha Rao')
  expect(label).toContain('Collect at pick-up')
  // Once in the sender.
  expect(label.split('1 Market Road')).toHaveLength(2)
})

test('at the counter one call sells: paid, handed over and invoiced, without any name', async () => {
  const before = await level()
  const sale = { contact: {}, payment: 'cash', handedOver: true }
  const { status, answer } = await buy(sale, 2)
  expect(status).toBe(201)
  expect(answer.data.paymentUrl).toBeUndefined()
  const sold = await detail(answer.data.number)
  expect(sold).toMatchObject({
    status: 'delivered',
    paid: 2_000,
    paymentName: 'Cash',
    email: '',
    phone: '',
    hasInvoice: true,
    customerPage: null,
    shippingAddress: { fullName: 'Counter customer' },
  })
  expect(await level()).toEqual({ on_hand: before.on_hand - 2, available: before.available - 2 })
  expect(await emails()).toEqual([])
  expect(await textOf(staff.send(getOrderInvoice, { number: answer.data.number }))).toContain(
    'Counter customer',
  )
})

test('a customer at the counter who leaves an email gets one, which thanks for the purchase', async () => {
  await placed({ payment: 'card', handedOver: true })
  const sent = await emails()
  expect(sent.map(({ template }) => template)).toEqual(['order_confirmed'])
  expect(sent[0]?.subject).toMatch(/^Thanks for your purchase/)
})

test('a name and a phone number make a customer, whose address is not that of the shop', async () => {
  await placed({
    contact: { name: 'Ravi Nair', phone: '98200 55555' },
    payment: 'upi_paid',
    handedOver: true,
  })
  const { data } = (await staff.send(getOrderCustomers, { q: '9820055555' })).answer
  expect(data).toEqual([{ name: 'Ravi Nair', email: '', phone: '98200 55555', address: null }])
})

test('what cannot be handed over or delivered is refused, and nothing is sold', async () => {
  const before = await level()
  const refusal = async (input: object) => (await buy(input)).issues
  expect(await refusal({ handedOver: true })).toEqual([
    { path: 'payment', message: 'Choose how the customer has paid' },
  ])
  expect(await refusal({ shippingMethod: 'standard' })).toEqual([
    { path: 'shipping', message: 'Enter an address, or choose pick-up' },
  ])
  const shipping = {
    fullName: 'Asha Rao',
    line1: '4 Rose Lane',
    city: 'Pune',
    state: 'MH',
    pincode: '411001',
  }
  expect(await refusal({ shippingMethod: 'standard', shipping, contact: { name: 'Asha' } })).toEqual([
    { path: 'contact.phone', message: 'Please enter your phone number' },
  ])
  expect(await refusal({ shippingMethod: 'standard', shipping, payment: 'paid', handedOver: true })).toEqual([
    { path: 'shippingMethod', message: 'Choose pick-up to hand the items over' },
  ])
  expect(await level()).toEqual(before)
})

test('shoppers cannot choose what only staff offer', async () => {
  const own = (
    await db.selectFrom('variant').select('product_id').where('id', '=', variantid).executeTakeFirstOrThrow()
  ).product_id
  const answer = await order(client(app), {
    items: [{ productid: own, quantity: 1 }],
    shippingMethod: 'pick_up',
  })
  expect(answer).toMatchObject({ status: 400, message: 'This delivery method isn’t available' })
  expect(
    await order(client(app), { items: [{ productid: own, quantity: 1 }], paymentMethod: 'cash' }),
  ).toMatchObject({ status: 400 })
})

test('a draft waits for a pick-up, is quoted, placed, and edited', async () => {
  const request = { ...pickUp, contact: { name: 'Meera' }, state: 'draft', payment: 'cod' }
  const { number } = (await buy(request)).answer.data
  const draft = (await staff.send(getOrderDraft, { number })).answer.data
  expect(draft.request).toMatchObject({ contact: { name: 'Meera', phone: '' }, shipping: null })
  const items = [{ variantid, quantity: 1 }]
  const quote = (await staff.send(quoteManualOrder, { items, shippingMethod: 'pick_up' })).answer.data
  expect(quote).toMatchObject({ shippingMethod: 'pick_up', totals: { shipping: 0, total: 1_000 } })
  expect(quote.payments.map(({ id }) => id)).toEqual(expect.arrayContaining(['cod', 'cash', 'card', 'paid']))
  expect((await staff.send(placeDraft, { number })).status).toBe(200)
  const { lines } = await detail(number)
  const edit = { number, lines: [{ lineId: lines[0]!.lineId, quantity: 3 }] }
  expect((await staff.send(editOrderLines, edit)).status).toBe(200)
  expect(await detail(number)).toMatchObject({ total: 3_000, shipping: 0 })
})

test('the integrity checks find nothing after all of this', async () => {
  expect(await problems()).toEqual([])
})
