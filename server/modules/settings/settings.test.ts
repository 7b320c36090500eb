import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addToCart, getCartSummary } from '#contract/orders/cart.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import {
  getSettings,
  updateCheckout,
  updateInvoice,
  updateNotifications,
  updatePayment,
  updateShipping,
  updateTax,
} from '#contract/settings.ts'
import { newcomer, newUser, signedIn } from '#test/harness/people/account.ts'
import { testApp } from '#test/harness/app/app.ts'
import { makeGoods } from '#test/harness/data/goods.ts'
import { client, type Client } from '#test/harness/people/client.ts'

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
const everywhere = {
  name: 'Metro',
  countries: ['IN'],
  states: [],
  pincodes: [{ from: '110001', to: '110096' }],
  rate: { kind: 'flat', amount: 49.5 },
  freeFrom: null,
}
const checkout = {
  countries: ['IN'],
  days_from: 3,
  days_to: 6,
  express_amount: null,
  express_from: 1,
  express_to: 2,
  reserve_minutes: 20,
  transfer_days: 7,
}
const shipping = { flat: 99, free_from: 1499, zones: [] as object[] }

test('starts with the defaults', async () => {
  expect(await settings()).toEqual({
    tax: { prices_include: true, version: 0 },
    shipping: { ...shipping, version: 0 },
    onlinePayments: [],
    payment: { cod: true, bank_transfer: false, bank_details: '', version: 0 },
    notifications: {
      comment_posted: [],
      comment_reported: [],
      order_placed: [],
      stock_low: [],
      version: 0,
    },
    checkout: { ...checkout, version: 0 },
    invoice: { legal_name: '', gstin: '', state: '', note: '', version: 0 },
    staff: [{ id: admin.id, fullName: '<b>Asha', email: expect.any(String) as string }],
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

test('stores zones exactly, and minor units in the audit log', async () => {
  const byWeight = {
    ...everywhere,
    name: 'Far',
    rate: {
      kind: 'weight',
      steps: [
        { upTo: 0.5, amount: 50 },
        { upTo: null, amount: 120.25 },
      ],
    },
    freeFrom: 2000,
  }
  const byAmount = {
    ...byWeight,
    name: 'Abroad',
    countries: ['US', 'GB'],
    rate: { ...byWeight.rate, kind: 'amount' },
  }
  const zones = [everywhere, byWeight, byAmount]
  expect(await admin.send(updateShipping, { ...shipping, zones })).toMatchObject({ status: 200 })
  const { version, ...stored } = (await settings()).shipping
  expect(stored).toEqual({ ...shipping, zones })
  const entry = await db
    .selectFrom('audit_entry')
    .select(['subject', 'subject_id', 'after'])
    .where('subject_id', '=', '4')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  expect(entry).toMatchObject({ subject: 'setting', subject_id: '4' })
  expect(entry.after).toMatchObject({
    zones: [{ rate: { amount: 4_950 } }, { rate: { steps: [{ upTo: 0.5, amount: 5_000 }, {}] } }, {}],
  })
  const late = await admin.send(updateShipping, { ...shipping, version: version - 1 })
  expect(late).toMatchObject({ status: 409, code: 'version_conflict' })
})

test('refuses invalid zones and names the fields', async () => {
  const steps = (...upTo: (number | null)[]) => ({
    kind: 'weight',
    steps: upTo.map((limit) => ({ upTo: limit, amount: 1 })),
  })
  const wrong: [string, object][] = [
    ['zones.0.name', { name: ' ' }],
    ['zones.0.countries', { countries: [] }],
    ['zones.0.countries.0', { countries: ['India'] }],
    ['zones.0.pincodes.0', { pincodes: [{ from: '2', to: '1' }] }],
    ['zones.0.pincodes.0', { pincodes: [{ from: '110096', to: '110001' }] }],
    ['zones.0.pincodes.0', { pincodes: [{ from: '110', to: '110001' }] }],
    ['zones.0.rate', { rate: { kind: 'distance', amount: 1 } }],
    ['zones.0.rate.amount', { rate: { kind: 'flat', amount: -1 } }],
    ['zones.0.rate.steps', { rate: steps() }],
    ['zones.0.rate.steps', { rate: steps(1) }],
    ['zones.0.rate.steps', { rate: steps(2, 1, null) }],
    ['zones.0.rate.steps', { rate: steps(null, null) }],
    ['zones.0.freeFrom', { freeFrom: '5' }],
  ]
  for (const [path, change] of wrong) {
    const refused = await admin.send(updateShipping, { ...shipping, zones: [{ ...everywhere, ...change }] })
    expect(refused.status).toBe(400)
    expect(refused.issues?.[0]?.path.startsWith(path), `${path} ${JSON.stringify(refused.issues)}`).toBe(true)
  }
  const twice = [everywhere, { ...everywhere, name: 'METRO' }]
  expect((await admin.send(updateShipping, { ...shipping, zones: twice })).status).toBe(400)
  for (const flat of [null, '99', -1, 1e11, NaN, [], {}, true]) {
    expect((await admin.send(updateShipping, { ...shipping, flat })).status).toBe(400)
  }
  expect((await settings()).shipping).toMatchObject(shipping)
})

test('stores payment settings and notification recipients who are on staff', async () => {
  const bank = { cod: false, bank_transfer: true, bank_details: '<script>alert(1)</script>\nAccount 1' }
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

test('stores checkout and invoice settings, the express rate in minor units', async () => {
  const abroad = {
    ...checkout,
    countries: ['IN', 'NP'],
    express_amount: 149.5,
    days_to: 3,
    reserve_minutes: 45,
  }
  expect((await admin.send(updateCheckout, abroad)).status).toBe(200)
  expect((await settings()).checkout).toMatchObject(abroad)
  const stored = await db
    .selectFrom('setting')
    .select('value')
    .where('key', '=', 'checkout.express_amount')
    .executeTakeFirst()
  expect(stored?.value).toBe(14_950)
  expect((await settings(elsewhere)).checkout).toMatchObject(checkout)
  const issuer = {
    legal_name: 'Ostrel Private Limited',
    gstin: '29ABCDE1234F1Z5',
    state: 'KA',
    note: 'Thank you',
  }
  expect((await admin.send(updateInvoice, issuer)).status).toBe(200)
  expect((await settings()).invoice).toMatchObject(issuer)
  const wrong: [Endpoint, object, string][] = [
    [updateCheckout, { ...checkout, days_from: 7 }, 'days_to'],
    [updateCheckout, { ...checkout, express_from: 3 }, 'express_to'],
    [updateCheckout, { ...checkout, countries: [] }, 'countries'],
    [updateCheckout, { ...checkout, reserve_minutes: 4 }, 'reserve_minutes'],
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
  await db
    .insertInto('setting')
    .values([
      { config_id: 1, key: 'shipping.flat', value: '"free"' },
      { config_id: 1, key: 'tax.prices_include', value: '[]' },
      { config_id: 1, key: 'shipping.zones', value: '[{}]' },
    ])
    .execute()
  expect(await settings()).toMatchObject({ shipping, tax: { prices_include: true } })
})
