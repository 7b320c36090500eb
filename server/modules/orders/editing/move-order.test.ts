import { afterAll, beforeAll, expect, test } from 'vitest'
import { undoAudit, getAudit } from '#contract/audit/audit.ts'
import { confirmOrder, correctOrder, getAdminOrder } from '#contract/orders/admin-order.ts'
import { undoOrderEdit } from '#contract/orders/edit-order.ts'
import { runIntegrityChecks } from '#server/modules/reconciliation/index.ts'
import { testApp } from '#test/harness/app/app.ts'
import { makeGoods } from '#test/harness/data/goods.ts'
import { checkoutForm, order } from '#test/harness/data/order.ts'
import { staffWith } from '#test/harness/people/account.ts'
import { client } from '#test/harness/people/client.ts'
import { storeSettings } from '#test/harness/data/settings.ts'

const { app, db, stop } = await testApp({ env: { RATE_LIMITS: 'off' } })
afterAll(stop)
let productid: number
let staff: Awaited<ReturnType<typeof staffWith>>
/** A state where delivery costs more. */
const hills = {
  name: 'Hills',
  countries: ['IN'],
  states: ['HP'],
  pincodes: [],
  rate: { kind: 'flat', amount: 30_000 },
  freeFrom: null,
  days: null,
  cash: true,
}
beforeAll(async () => {
  const goods = await makeGoods(db)
  productid = await goods.add('Pot', { gst: 1_800, variants: [{ price: 100_000, stock: 50 }] })
  staff = await staffWith(db, app, ['orders', 'refunds', 'staff'])
  await storeSettings(db, {
    'payment.bank_transfer': true,
    'shipping.zones': [hills],
    'shipping.flat': 9900,
    'shipping.free_from': null,
  })
})

const placed = async (input: object = {}) =>
  (await order(client(app), { items: [{ productid, quantity: 2 }], ...input })).answer.data.number
const detail = async (number: string) => (await staff.browser.send(getAdminOrder, { number })).answer.data
const inHills = { ...checkoutForm.shipping, city: 'Shimla', state: 'HP', pincode: '171001' }
const move = (number: string, shippingAddress: object, rest: object = {}) =>
  staff.browser.send(correctOrder, { number, shippingAddress, ...rest })

test('an unpaid order that moves to another state has its delivery, tax and total, after a preview', async () => {
  const number = await placed({ paymentMethod: 'bank_transfer' })
  expect(await detail(number)).toMatchObject({ shipping: 99, total: 2_099 })
  const preview = (await move(number, inHills, { preview: true })).answer.data
  expect(preview).toMatchObject({
    before: { shipping: 99, total: 2_099 },
    after: { shipping: 300, total: 2_300 },
  })
  expect(preview!.after.tax).toBeGreaterThan(preview!.before.tax)
  expect(await detail(number)).toMatchObject({ total: 2_099, shippingAddress: { state: 'Maharashtra' } })

  const moved = await move(number, inHills)
  expect(moved).toMatchObject({ status: 200, answer: { data: preview } })
  const after = await detail(number)
  expect(after).toMatchObject({
    shipping: 300,
    total: 2_300,
    tax: preview!.after.tax,
    shippingAddress: { state: 'Himachal Pradesh' },
    payments: [{ amount: 2_300, status: 'waiting' }],
  })
  expect(after.events.map(({ text }) => text).join('\n')).toMatch(/₹2,300\.00 instead of ₹2,099\.00/)
  const emails = await db
    .selectFrom('email')
    .select(['template', 'body_text'])
    .where('reference', 'like', `order:${after.id}:edited%`)
    .execute()
  expect(emails).toMatchObject([{ template: 'order_edited', body_text: expect.stringContaining('2,300.00') }])
  // Undo would leave the total of the hills.
  const { data } = (await staff.browser.send(getAudit, { subject: 'order', subjectId: String(after.id) }))
    .answer
  const entry = data.find(({ changes }) => changes.some(({ name }) => name === 'Delivery address'))
  expect(await staff.browser.send(undoAudit, { entry: entry!.id })).toMatchObject({
    status: 409,
    code: 'total_followed',
  })
})

test('a paid order that moves is paid by link or refunded, and keeps its total where it costs the same', async () => {
  const number = await placed({ paymentMethod: 'bank_transfer' })
  await staff.browser.send(confirmOrder, { number })
  expect((await move(number, inHills, { preview: true })).answer.data).toMatchObject({
    due: 201,
    refund: 0,
    paymentMethods: [{ id: 'bank_transfer' }],
  })
  expect((await move(number, inHills)).status).toBe(200)
  expect(await detail(number)).toMatchObject({ total: 2_300, paid: 2_099, due: 201 })
  const [revision] = (await detail(number)).revisions
  expect(revision).toMatchObject({ canUndo: true, before: { total: 2_099 }, after: { total: 2_300 } })
  await staff.browser.send(undoOrderEdit, { number, id: revision!.id }, { 'idempotency-key': 'move back' })
  expect(await detail(number)).toMatchObject({
    total: 2_099,
    due: 0,
    shippingAddress: { state: 'Maharashtra' },
  })
  const near = { ...checkoutForm.shipping, city: 'Bengaluru', state: 'KA', pincode: '560001' }
  // The amounts stay, so nothing is asked; the reason of the tax names the new state.
  expect((await move(number, near, { preview: true })).answer.data).toBeNull()
  expect(await move(number, near)).toMatchObject({ status: 200, answer: { data: null } })
  expect(await detail(number)).toMatchObject({ total: 2_099, shippingAddress: { state: 'Karnataka' } })
})

test('sales tax follows the state', async () => {
  const settings = {
    'tax.country': 'US',
    'tax.state': 'CA',
    'tax.prices_include': false,
    'checkout.countries': ['US'],
  }
  await storeSettings(db, settings)
  const inCalifornia = {
    ...checkoutForm.shipping,
    country: 'US',
    city: 'Los Angeles',
    state: 'CA',
    pincode: '90001',
  }
  const number = await placed({ shipping: inCalifornia })
  expect((await detail(number)).tax).toBeGreaterThan(0)
  const inNewYork = { ...inCalifornia, city: 'New York', state: 'NY', pincode: '10001' }
  expect((await move(number, inNewYork)).answer.data).toMatchObject({ after: { tax: 0 } })
  expect(await detail(number)).toMatchObject({ tax: 0, lines: [{ linetotal: 2_000 }] })
  await db.deleteFrom('setting').where('key', 'in', Object.keys(settings)).execute()
})

test('a corrected line changes no amount', async () => {
  const number = await placed()
  const corrected = { ...checkoutForm.shipping, line1: '5 Rose Lane' }
  expect((await move(number, corrected)).answer.data).toBeNull()
})

test('leaves no integrity findings', async () => {
  expect(await runIntegrityChecks(db, { shopId: 1, locale: 'en-IN' })).toEqual([])
})
