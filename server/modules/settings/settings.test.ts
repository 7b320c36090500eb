import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addToCart, getCartSummary } from '#contract/cart/cart.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import {
  getSettings,
  updateCheckout,
  updateInvoice,
  updateNotifications,
  updatePayment,
  updateRetention,
  updateReturns,
  updateReviews,
  updateShipping,
  updateTax,
} from '#contract/settings/settings.ts'
import { getStorefront } from '#contract/settings/home.ts'
import { newcomer, newUser, signedIn } from '#test/harness/people/account.ts'
import { testApp } from '#test/harness/app/app.ts'
import { makeGoods } from '#test/harness/data/goods.ts'
import { client, type Client } from '#test/harness/people/client.ts'
import { shipping, times } from '#test/harness/data/shipping.ts'
import { storeSettings } from '#test/harness/data/settings.ts'

const { app, db, stop } = await testApp()
afterAll(stop)
let admin: Client & { id: number }
let elsewhere: Client
let strangerId: number
let mug: number

beforeAll(async () => {
  ;({ mug } = await makeGoods(db))
  const { browser, id } = await newcomer(db, app, { role_id: 1, full_name: '<b>Asha' })
  admin = Object.assign(browser, { id })
  const other = await newUser(db, { config_id: 2, role_id: 1 })
  elsewhere = await signedIn(app, other.email, 'other.example')
  strangerId = (await newUser(db)).id
})
beforeEach(() => db.deleteFrom('setting').execute())

const settings = async (who = admin as Client) => (await who.send(getSettings)).answer.data
const checkout = {
  countries: ['IN'],
  reserve_minutes: 20,
  transfer_days: 7,
  order_prefix: '',
}

test('starts with the defaults', async () => {
  expect(await settings()).toEqual({
    tax: {
      prices_include: true,
      country: 'IN',
      state: '',
      postal: '',
      default_class: null,
      delivery: 'share',
      prices_fixed: true,
      rounding: 'country',
      eu_sales: 'origin',
      us_sourcing: 'destination',
      registered: [],
      reverse_charge: false,
      version: 0,
    },
    shipping: { ...shipping, ...times, version: 0 },
    payment: {
      cod: true,
      cod_max: null,
      cod_fee: 0,
      cod_min: null,
      cod_allowed_codes: [],
      cod_refused_codes: [],
      cod_excluded_products: [],
      cod_excluded_categories: [],
      cod_confirm: 'off',
      cod_confirm_hours: 48,
      cod_deposit: 'off',
      cod_deposit_percent: 20,
      cod_deposit_amount: 0,
      cod_deposit_from: null,
      order: [],
      bank_transfer: false,
      bank_details: '',
      upi: false,
      upi_id: '',
      take_money: 'order',
      version: 0,
    },
    notifications: {
      comment_posted: [],
      comment_reported: [],
      order_placed: [],
      stock_low: [],
      version: 0,
    },
    checkout: { ...checkout, version: 0 },
    invoice: {
      legal_name: '',
      gstin: '',
      tax_numbers: [],
      state: '',
      note: '',
      invoice_pattern: null,
      credit_note_pattern: null,
      version: 0,
    },
    returns: { days: 14, paid_by: 'shop', excluded_categories: [], version: 0 },
    retention: {
      visitor_days: 180,
      email_days: 90,
      event_days: 30,
      import_days: 30,
      count_visitors: true,
      version: 0,
    },
    reviews: { request_days: 7, version: 0 },
    search: { learns: true, version: 0 },
    agents: { catalog: true, checkout: true, version: 0 },
    staff: [{ id: admin.id, fullName: '<b>Asha', email: expect.any(String) as string }],
    cashProducts: [],
  })
})

test('shipping and tax settings apply to the next cart', async () => {
  const visitor = client(app)
  await visitor.send(addToCart, { productid: mug })
  const cart = async () => (await visitor.send(getCartSummary)).answer.data
  const before = await cart()
  expect(before).toMatchObject({ shipping: 99, taxincluded: true })
  const goods = before.subtotal - before.discount

  await admin.send(updateShipping, { ...shipping, flat: 40.5, free_from: null })
  expect(await cart()).toMatchObject({ shipping: 40.5, freeshippingfrom: null, total: goods + 40.5 })
  await admin.send(updateTax, { prices_include: false })
  const after = await cart()
  expect(after.taxincluded).toBe(false)
  expect(after.tax).toBeGreaterThan(before.tax)
  expect(after.total).toBeCloseTo(goods + 40.5 + after.tax, 2)
  expect((await settings(elsewhere)).tax.prices_include).toBe(true)
  expect((await settings(elsewhere)).shipping).toMatchObject(shipping)
})

test('stores payment settings and notification recipients who are on staff', async () => {
  const bank = {
    cod: false,
    cod_max: 25_000.5,
    bank_transfer: true,
    bank_details: '<script>alert(1)</script>\nAccount 1',
  }
  expect((await admin.send(updatePayment, bank)).status).toBe(200)
  expect((await settings()).payment).toMatchObject(bank)
  const nobody = { comment_posted: [], comment_reported: [], order_placed: [], stock_low: [] }
  const oneRecipient = { ...nobody, comment_reported: [admin.id] }
  expect((await admin.send(updateNotifications, oneRecipient)).status).toBe(200)
  expect((await settings()).notifications).toMatchObject(oneRecipient)
  for (const id of [strangerId, 999_999]) {
    expect(await admin.send(updateNotifications, { ...nobody, stock_low: [id] })).toMatchObject({
      status: 400,
      code: 'unknown_staff',
      issues: [{ path: 'stock_low' }],
    })
  }
})

test('stores checkout, invoice, return and retention settings', async () => {
  const abroad = {
    ...checkout,
    countries: ['IN', 'NP'],
    reserve_minutes: 45,
  }
  expect((await admin.send(updateCheckout, abroad)).status).toBe(200)
  expect((await settings()).checkout).toMatchObject(abroad)
  expect((await settings(elsewhere)).checkout).toMatchObject(checkout)
  const issuer = {
    legal_name: 'Ostrel Private Limited',
    gstin: '29ABCDE1234F1ZW',
    state: 'KA',
    note: 'Thank you',
  }
  expect((await admin.send(updateInvoice, issuer)).status).toBe(200)
  expect((await settings()).invoice).toMatchObject(issuer)
  const returns = { days: 0, paid_by: 'customer', excluded_categories: [3] }
  const retention = { visitor_days: 30, email_days: 1, event_days: 60, import_days: 7, count_visitors: false }
  expect((await admin.send(updateReturns, returns)).status).toBe(200)
  expect((await admin.send(updateRetention, retention)).status).toBe(200)
  expect((await admin.send(updateReviews, { request_days: 0 })).status).toBe(200)
  expect(await settings()).toMatchObject({ returns, retention, reviews: { request_days: 0 } })
  const wrong: [Endpoint, object, string][] = [
    [updateCheckout, { ...checkout, countries: [] }, 'countries'],
    [updateCheckout, { ...checkout, reserve_minutes: 4 }, 'reserve_minutes'],
    [updateReturns, { ...returns, days: 366 }, 'days'],
    [updateReturns, { ...returns, paid_by: 'nobody' }, 'paid_by'],
    [updateRetention, { ...retention, email_days: 0 }, 'email_days'],
    [updateReviews, { request_days: 91 }, 'request_days'],
    [updateInvoice, { ...issuer, gstin: '29abc' }, 'gstin'],
    [updateInvoice, { ...issuer, state: 'Karnataka' }, 'state'],
  ]
  for (const [endpoint, input, path] of wrong)
    expect(await admin.send(endpoint, input)).toMatchObject({ status: 400, issues: [{ path }] })
})

test('refuses a wrong type of every field and changes nothing', async () => {
  const before = await settings()
  const calls: [Endpoint, object][] = [
    [updateTax, { prices_include: true }],
    [updatePayment, { cod: true, bank_transfer: true, bank_details: '' }],
    [updateNotifications, { comment_posted: [], comment_reported: [], order_placed: [], stock_low: [] }],
    [updateShipping, shipping],
    [updateInvoice, { legal_name: '', gstin: '', state: '', note: '' }],
  ]
  for (const [endpoint, good] of calls) {
    for (const field of Object.keys(good)) {
      for (const value of ['wrong\0', {}, 2, [['x']], [{ x: 1 }]]) {
        if (field === 'flat' || field === 'free_from' ? value === 2 : false) continue
        const refused = await admin.send(endpoint, { ...good, [field]: value })
        expect(refused.status, `${field} ${JSON.stringify(value)}`).toBe(400)
      }
    }
    expect((await admin.send(endpoint, { ...good, other: 1 })).status).toBe(400)
    expect((await admin.send(endpoint, {})).status).toBe(400)
  }
  expect(await settings()).toEqual(before)
})

test('falls back to defaults for invalid rows', async () => {
  await storeSettings(db, { 'shipping.flat': 'free', 'tax.prices_include': [], 'shipping.zones': [{}] })
  expect(await settings()).toMatchObject({
    shipping: { ...shipping, ...times },
    tax: { prices_include: true },
  })
})

test('the footer links to the withdrawal as soon as the shop delivers to the EU', async () => {
  const targets = async () =>
    (await admin.send(getStorefront)).answer.data.footer.flatMap((group) => group.links.map(({ to }) => to))
  expect(await targets()).not.toContain('/withdrawal')
  await admin.send(updateCheckout, { ...checkout, countries: ['IN', 'DE'] })
  await expect.poll(targets).toContain('/withdrawal')
})
