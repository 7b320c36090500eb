import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  addOrderNote,
  deliverOrder,
  fulfilOrder,
  getAdminOrder,
  getOrderInvoice,
} from '#contract/orders/admin-order.ts'
import { getCustomers } from '#contract/identity/customer.ts'
import { placeDraft } from '#contract/orders/manual-order.ts'
import { getOrderCustomers } from '#contract/orders/manual-quote.ts'
import { getOrder } from '#contract/orders/order.ts'
import { runIntegrityChecks } from '#server/modules/reconciliation/index.ts'
import { testApp } from '#test/harness/app/app.ts'
import { newCoupon } from '#test/harness/data/coupon.ts'
import { makeGoods } from '#test/harness/data/goods.ts'
import { manualOrder, order } from '#test/harness/data/order.ts'
import { staffWith, stranger } from '#test/harness/people/account.ts'

const { app, db, stop } = await testApp({ env: { RATE_LIMITS: 'off', SMTP_URL: 'smtp://127.0.0.1:9' } })
afterAll(stop)
let staff: Awaited<ReturnType<typeof staffWith>>
let items: { productid: number; quantity: number }[]
beforeAll(async () => {
  const goods = await makeGoods(db)
  staff = await staffWith(db, app, ['orders', 'customers'])
  items = [{ productid: await goods.add('Bowl', { variants: [{ price: 100_000, stock: 99 }] }), quantity: 1 }]
  await db.updateTable('shop').set({ address: '1 Market Road, Pune' }).where('config_id', '=', 1).execute()
})

/** Staff sell the items to someone who leaves a phone number only. */
const sell = (phone: string, input: object = {}) =>
  manualOrder(staff.browser, { items, contact: { phone }, ...input })
const detail = async (number: string) => (await staff.browser.send(getAdminOrder, { number })).answer.data
const emails = async () => (await db.selectFrom('email').select('id').execute()).length

test('staff sell without an email: the receipt is printed, and the link goes out by message', async () => {
  const before = await emails()
  const { status, answer } = await sell('98714 18929', { payment: 'paid' })
  expect(status).toBe(201)
  const { number } = answer.data
  const { email, customerLink, emails: resendable, hasInvoice, customerPage } = await detail(number)
  expect({ email, resendable, hasInvoice }).toEqual({ email: '', resendable: [], hasInvoice: true })
  expect(customerPage).not.toBeNull()
  const token = new URL(customerLink!).searchParams
  expect((await staff.browser.send(getOrderInvoice, { number })).status).toBe(200)
  const [accessToken = ''] = [...token.values()]
  expect((await stranger(app).send(getOrder, { number, accessToken })).status).toBe(200)
  await staff.browser.send(fulfilOrder, { number })
  await staff.browser.send(deliverOrder, { number })
  const note = { number, text: 'Ready at noon', isPublic: true }
  expect((await staff.browser.send(addOrderNote, note)).message).toBe(
    'Saved. The customer has no email address, so nothing was sent',
  )
  expect(await emails()).toBe(before)
  expect(await db.selectFrom('confirmed_address').select('email').where('email', '=', '').execute()).toEqual(
    [],
  )
})

test('the buyer is a customer by phone, and is found for the next order', async () => {
  await sell('+91 98200 11111')
  await sell('098200-11111')
  const { data } = (await staff.browser.send(getCustomers, { q: '9820011111' })).answer
  expect(data).toMatchObject([{ fullName: 'Asha Rao', email: '', orders: 2, hasAccount: false }])
  const { data: found } = (await staff.browser.send(getOrderCustomers, { q: '9820011111' })).answer
  expect(found).toMatchObject([{ name: 'Asha Rao', email: '' }])
})

test('a draft waits without an email, and is placed', async () => {
  const { number } = (await sell('9833322211', { state: 'draft' })).answer.data
  expect((await staff.browser.send(placeDraft, { number })).status).toBe(200)
})

test('a coupon for each customer once counts people without an email by phone', async () => {
  const { code } = await newCoupon(db, { code: 'ONCE', once_per_customer: true })
  expect((await sell('9811100001', { coupon: code })).status).toBe(201)
  expect(await sell('+91 98111 00001', { coupon: code })).toMatchObject({ status: 409, code: 'coupon_used' })
  expect((await sell('9811100002', { coupon: code })).status).toBe(201)
  expect(await runIntegrityChecks(db, { shopId: 1, locale: 'en-IN' })).toEqual([])
})

test('shoppers need an email, and staff type a right one or none', async () => {
  const phone = '9811100003'
  for (const contact of [{ phone }, { phone, email: '' }])
    expect(await order(stranger(app), { items, contact })).toMatchObject({ status: 400 })
  expect(await sell(phone, { contact: { phone, email: 'no address' } })).toMatchObject({ status: 400 })
  expect(await sell(phone, { contact: { email: '' } })).toMatchObject({ status: 400 })
})
