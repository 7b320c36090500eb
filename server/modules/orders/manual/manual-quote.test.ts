import { afterAll, beforeAll, expect, test } from 'vitest'
import { getAdminOrder } from '#contract/orders/admin-order.ts'
import { createCoupon } from '#contract/promotions/coupon.ts'
import { getOrderDraft, getOrderDrafts, placeDraft, updateOrderDraft } from '#contract/orders/manual-order.ts'
import { getOrderCustomers, getOrderProducts, quoteManualOrder } from '#contract/orders/manual-quote.ts'
import { testApp } from '#test/harness/app/app.ts'
import { makeGoods, variantsOf, type Goods } from '#test/harness/data/goods.ts'
import { checkoutForm, manualOrder, manualOrderForm } from '#test/harness/data/order.ts'
import { newcomer, staffWith } from '#test/harness/people/account.ts'

const { app, db, stop } = await testApp({ env: { RATE_LIMITS: 'off' } })
afterAll(stop)
let goods: Goods
let staff: Awaited<ReturnType<typeof staffWith>>['browser']
beforeAll(async () => {
  goods = await makeGoods(db)
  staff = (await staffWith(db, app, ['orders', 'marketing'])).browser
  const settings = [
    { key: 'payment.bank_transfer', value: 'true' },
    { key: 'shipping.flat', value: '9000' },
    { key: 'shipping.free_from', value: 'null' },
    { key: 'shipping.express_amount', value: '25000' },
  ]
  await db
    .insertInto('setting')
    .values(settings.map((row) => ({ config_id: 1, ...row })))
    .execute()
})

/** The first variant of a new product with this many units at ₹1,000. */
async function variant(name: string, stock: number, rest: object = {}): Promise<number> {
  const productid = await goods.add(name, { variants: [{ price: 100_000, stock }], ...rest })
  const [variantid = 0] = await variantsOf(db, productid)
  return variantid
}

const quote = async (input: object) =>
  (await staff.send(quoteManualOrder, { items: [], ...input })).answer.data
const place = { country: 'IN', state: 'MH', pincode: '411001' }

test('the total of the quote is that of the order', async () => {
  const coupon = { code: 'TELEPHONE', kind: 'percent', percent: 10, isActive: true, minimum: 0 }
  await staff.send(createCoupon, coupon, { 'idempotency-key': 'coupon' })
  const [bowl, vase] = [
    await variant('Bowl', 50, { offer: 1_250, gst: 1_800 }),
    await variant('Vase', 50, { gst: 500 }),
  ]
  const twoBowls = { variantid: bowl, quantity: 2 }
  const cheapVase = { variantid: vase, quantity: 3, price: 749.5, reason: 'Chipped' }
  interface Case {
    items: (typeof twoBowls | typeof cheapVase)[]
    shippingMethod?: string
    coupon?: string
    discount?: object
  }
  const cases: Case[] = [
    { items: [twoBowls] },
    { items: [cheapVase] },
    { items: [twoBowls, cheapVase], shippingMethod: 'express' },
    { items: [twoBowls, cheapVase], coupon: 'telephone' },
    { items: [twoBowls, cheapVase], discount: { percent: 12.5, reason: 'Friend of the shop' } },
    { items: [twoBowls, cheapVase], discount: { amount: 99.99, reason: 'Late delivery' } },
    { items: [twoBowls], discount: { amount: 5_000, reason: 'Gift' } },
  ]
  const totals: number[] = []
  for (const request of cases) {
    const items = request.items.map(({ variantid, quantity, ...own }) => ({
      variantid,
      quantity,
      ...('price' in own && { price: own.price }),
    }))
    const quoted = await quote({ ...place, ...request, items })
    const { answer } = await manualOrder(staff, { ...request, expectedTotal: quoted.totals.total })
    expect(answer.data.total).toBe(quoted.totals.total)
    const { data } = (await staff.send(getAdminOrder, { number: answer.data.number })).answer
    const { subtotal, discount, coupon: off, shipping, tax } = quoted.totals
    expect(data).toMatchObject({ subtotal, discount, coupon: off, shipping, tax })
    totals.push(quoted.totals.total)
  }
  // 2 × 875 + 90, 3 × 749.50 + 90, both + 250; then + 90 with 10 %, 12.5 %, 99.99 and everything off.
  expect(totals).toEqual([1_840, 2_338.5, 4_248.5, 3_688.65, 3_588.69, 3_988.51, 90])
})

test('a quote names the lines, deliveries and payments, and what cannot be ordered', async () => {
  const lamp = await variant('Lamp', 2, { offer: 1_000 })
  const items = [{ variantid: lamp, quantity: 3, price: 500 }]
  expect(await quote({ ...place, items, coupon: 'NOSUCH' })).toMatchObject({
    lines: [
      {
        productname: 'Lamp',
        catalogprice: 900,
        price: 500,
        linetotal: 1_500,
        problem: 'Only 2 left of Lamp',
      },
    ],
    totals: { subtotal: 1_500, total: 1_590 },
    shippingMethod: 'standard',
    shippingMethods: [
      { id: 'standard', price: 90 },
      { id: 'express', price: 250 },
      { id: 'pick_up', price: 0 },
    ],
    payments: [{ id: 'link' }, { id: 'cod' }, { id: 'paid' }],
    couponProblem: 'Coupon NOSUCH doesn’t exist. Check the code and try again.',
  })
  expect(await quote({})).toMatchObject({ lines: [], totals: { total: 0 }, countries: ['IN'] })
  const abroad = await staff.send(quoteManualOrder, { items: [], country: 'US' })
  expect(abroad).toMatchObject({ status: 400, issues: [{ path: 'shipping.country' }] })
  const productid = await goods.add('Old mug', { variants: [{ price: 100, stock: 1 }] })
  const [old = 0] = await variantsOf(db, productid)
  await db.updateTable('product').set({ status: 'draft' }).where('id', '=', productid).execute()
  const gone = { items: [...items, { variantid: old, quantity: 1 }] }
  expect(await staff.send(quoteManualOrder, gone)).toMatchObject({
    status: 400,
    issues: [{ path: 'items.1.variantid', message: 'Old mug is no longer available' }],
  })
})

test('an order whose total is no longer the quoted one is refused', async () => {
  const variantid = await variant('Ladle', 5)
  const items = [{ variantid, quantity: 1 }]
  const refused = await manualOrder(staff, { items, expectedTotal: 1_000 })
  expect(refused).toMatchObject({ status: 409, code: 'total_changed' })
})

test('variants are found by words and by SKU, customers by name, email and phone', async () => {
  await goods.add('Blue enamel pot', { variants: [{ price: 100_000, stock: 0, sku: 'POT-B' }] })
  await goods.add('Enamel pot stand', { variants: [{ price: 50_000, stock: 4, sku: 'STAND' }] })
  const products = async (q: string) =>
    (await staff.send(getOrderProducts, { q })).answer.data.map(({ productname }) => productname)
  expect(await products('enamel POT')).toEqual(['Enamel pot stand', 'Blue enamel pot'])
  expect(await products('pot-b')).toEqual(['Blue enamel pot'])
  expect(await products('zzz')).toEqual([])

  const { email } = await newcomer(db, app, { full_name: 'Zubin Mehta' })
  const variantid = await variant('Fork', 9)
  const items = [{ variantid, quantity: 1 }]
  const contact = { email: 'gul@example.com', phone: '+91 81234 56789' }
  const shipping = { ...checkoutForm.shipping, fullName: 'Gul Baig', line1: '9 Lake View' }
  await manualOrder(staff, { items, contact, shipping })
  const customers = async (q: string) => (await staff.send(getOrderCustomers, { q })).answer.data
  expect(await customers('zubin')).toEqual([{ name: 'Zubin Mehta', email, phone: '', address: null }])
  const gul = { name: 'Gul Baig', email: 'gul@example.com', phone: '+91 81234 56789' }
  for (const q of ['gul b', 'GUL@example', '81234 56789', '8123456789', '+918123456789'])
    expect(await customers(q)).toMatchObject([{ ...gul, address: { line1: '9 Lake View', state: 'MH' } }])
  // A product of the order is no customer.
  expect(await customers('fork')).toEqual([])
})

test('a draft is read, changed and placed; a change on top of another one is refused', async () => {
  const variantid = await variant('Jug', 9)
  const items = [{ variantid, quantity: 1, price: 900, reason: 'Regular customer' }]
  const { number } = (await manualOrder(staff, { items, state: 'draft', note: 'Calls back' })).answer.data
  const read = async () => (await staff.send(getOrderDraft, { number })).answer.data
  const { version, request } = await read()
  expect(request).toMatchObject({
    items: [{ ...items[0], productname: 'Jug' }],
    note: 'Calls back',
    contact: checkoutForm.contact,
  })

  const { state: _state, ...form } = manualOrderForm
  const update = (units: number) =>
    staff.send(updateOrderDraft, { ...form, number, version, items: [{ variantid, quantity: units }] })
  expect(await update(3)).toMatchObject({ status: 200, answer: { data: { serial: null, total: 3_090 } } })
  expect(await update(4)).toMatchObject({ status: 409, code: 'version_conflict' })
  expect((await read()).request).toMatchObject({ items: [{ variantid, quantity: 3 }] })
  const listed = (await staff.send(getOrderDrafts)).answer.data
  expect(listed).toMatchObject([{ number, quantity: 3 }])

  const placeAt = (expectedTotal: number) =>
    staff.send(placeDraft, { number, expectedTotal }, { 'idempotency-key': `place ${expectedTotal}` })
  expect(await placeAt(3_000)).toMatchObject({ status: 409, code: 'total_changed' })
  expect(await placeAt(3_090)).toMatchObject({ status: 200, answer: { data: { number, total: 3_090 } } })
  expect(await staff.send(getOrderDraft, { number })).toMatchObject({ status: 404 })
  expect(await update(5)).toMatchObject({ status: 409, code: 'wrong_status' })
})

test('a discount needs a reason, which the order shows, and excludes a coupon', async () => {
  const variantid = await variant('Kettle', 9)
  const items = [{ variantid, quantity: 1 }]
  const refusal = async (input: object) => (await manualOrder(staff, { items, ...input })).issues
  expect(await refusal({ discount: { amount: 50 } })).toMatchObject([{ path: 'discount.reason' }])
  const half = { percent: 50, reason: 'Dented' }
  expect(await refusal({ discount: { ...half, amount: 50 } })).toMatchObject([{ path: 'discount.amount' }])
  expect(await refusal({ discount: half, coupon: 'TELEPHONE' })).toMatchObject([{ path: 'coupon' }])
  const { answer } = await manualOrder(staff, { items, discount: half })
  const { data } = (await staff.send(getAdminOrder, { number: answer.data.number })).answer
  expect(data).toMatchObject({ coupon: 500, couponCode: null, discountReason: 'Dented', total: 590 })
  expect(data.lines[0]!.steps[1]).toEqual({
    text: 'Share of discount: Dented',
    amount: -500,
    contained: false,
  })
})
