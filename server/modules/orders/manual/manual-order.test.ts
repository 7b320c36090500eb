import { afterAll, beforeAll, expect, test } from 'vitest'
import { getAdminOrder } from '#contract/orders/admin-order.ts'
import { getOrder } from '#contract/orders/order.ts'
import { getOverview } from '#contract/reports/report.ts'
import { deleteOrderDraft, getOrderDrafts, placeDraft } from '#contract/orders/manual-order.ts'
import { runIntegrityChecks } from '#server/modules/reconciliation/index.ts'
import { checkLedger } from '#server/modules/stock/index.ts'
import { testApp } from '#test/harness/app/app.ts'
import { makeGoods, variantsOf, type Goods } from '#test/harness/data/goods.ts'
import { order, manualOrder } from '#test/harness/data/order.ts'
import { newcomer, staffWith } from '#test/harness/people/account.ts'
import { client } from '#test/harness/people/client.ts'
import { storeSettings } from '#test/harness/data/settings.ts'

const { app, db, stop } = await testApp({ env: { RATE_LIMITS: 'off' } })
afterAll(stop)
let goods: Goods
let staff: Awaited<ReturnType<typeof staffWith>>
beforeAll(async () => {
  goods = await makeGoods(db)
  staff = await staffWith(db, app, ['orders', 'refunds'], { full_name: 'Kiran' })
})

/** A new product with one variant and the given stock, at ₹1,000. */
async function stocked(name: string, stock: number, rest: object = {}) {
  const productid = await goods.add(name, { variants: [{ price: 100_000, stock }], ...rest })
  const [variantid = 0] = await variantsOf(db, productid)
  const level = () =>
    db
      .selectFrom('stock_level')
      .select(['on_hand', 'available'])
      .where('variant_id', '=', variantid)
      .executeTakeFirstOrThrow()
  return { productid, variantid, level }
}

const detail = async (number: string) => (await staff.browser.send(getAdminOrder, { number })).answer.data

async function countOf(table: 'shop_order' | 'email' | 'stock_movement' | 'event') {
  return (await db.selectFrom(table).select('config_id').execute()).length
}

test('an order of staff is that of a shopper: same stock, price, tax and total', async () => {
  const bowl = await stocked('Bowl', 9, { offer: 1_250, gst: 1_800 })
  const items = [{ productid: bowl.productid, quantity: 2 }]
  const own = (await order(client(app), { items })).answer.data
  const { status, answer } = await manualOrder(staff.browser, { items, note: 'By phone' })
  expect(status).toBe(201)
  const { number, total } = answer.data
  expect(answer.data).toEqual({ number, serial: expect.stringMatching(/^\d{4}-\d{6}$/), total: own.total })
  expect(await bowl.level()).toEqual({ on_hand: 5, available: 5 })
  const [theirs, ours] = [await detail(own.number), await detail(number)]
  expect(ours).toMatchObject({ status: 'confirmed', note: 'By phone', total, customer: null })
  expect(ours.events).toMatchObject([{ kind: 'placed', who: 'Kiran' }])
  expect(ours.lines).toEqual(theirs.lines)
})

test('a price of its own needs a reason, which the price explanation shows', async () => {
  const { variantid } = await stocked('Chipped vase', 5, { offer: 5_000 })
  const item = { variantid, quantity: 2, price: 750.5 }
  expect(await manualOrder(staff.browser, { items: [item] })).toMatchObject({
    status: 400,
    issues: [{ path: 'items.0.reason', message: 'Enter a reason for this price' }],
  })
  const { answer } = await manualOrder(staff.browser, { items: [{ ...item, reason: 'Chipped' }] })
  const { lines, discount } = await detail(answer.data.number)
  expect(discount).toBe(0)
  expect(lines[0]).toMatchObject({ productprice: 750.5, linetotal: 1_501 })
  expect(lines[0]!.steps[0]).toEqual({
    text: '2 × ₹750.50 (special price: Chipped)',
    amount: 1_501,
    contained: false,
  })
})

test('an order that is paid already books the payment and belongs to the customer’s account', async () => {
  const { variantid, level } = await stocked('Jar', 5)
  const { email, id } = await newcomer(db, app, { email_verified_at: new Date() })
  const { answer } = await manualOrder(staff.browser, {
    contact: { email, phone: '9876543210' },
    items: [{ variantid, quantity: 1 }],
    payment: 'paid',
  })
  expect(answer.data.paymentUrl).toBeUndefined()
  const { total, ...paid } = await detail(answer.data.number)
  expect(paid).toMatchObject({ status: 'confirmed', paid: total, paymentName: 'Paid directly' })
  expect(paid).toMatchObject({ customer: { id }, payments: [{ status: 'paid', isManual: true }] })
  expect(await level()).toEqual({ on_hand: 4, available: 4 })
})

test('a payment link opens the order page, and the email carries it', async () => {
  const { variantid, level } = await stocked('Lamp shade', 5)
  const items = [{ variantid, quantity: 1 }]
  expect(await manualOrder(staff.browser, { items, payment: 'link' })).toMatchObject({
    status: 400,
    message: 'Payment by link isn’t available',
  })
  await storeSettings(db, { 'payment.bank_transfer': true })
  const { answer } = await manualOrder(staff.browser, { items, payment: 'link' })
  const { number, paymentUrl = '' } = answer.data
  const accessToken = new URL(paymentUrl).searchParams.get('accessToken') ?? ''
  const page = await client(app).send(getOrder, { number, accessToken })
  expect(page.answer.data).toMatchObject({ status: 'pending', paymentMethod: 'bank_transfer' })
  expect(await level()).toEqual({ on_hand: 5, available: 4 })
  const { body_text: text } = await db
    .selectFrom('email')
    .select('body_text')
    .where('template', '=', 'order_received')
    .where('body_text', 'like', `%${number}%`)
    .executeTakeFirstOrThrow()
  expect(text).toContain(paymentUrl)
})

test('a draft takes no stock, number or email until it is placed, once, at the price of that day', async () => {
  const { productid, variantid, level } = await stocked('Tray', 2)
  const items = [{ variantid, quantity: 3 }]
  const tables = ['shop_order', 'email', 'stock_movement', 'event'] as const
  const before = await Promise.all(tables.map(countOf))
  const draft = (await manualOrder(staff.browser, { items, state: 'draft' })).answer.data
  expect(draft).toEqual({ number: expect.any(String), serial: null, total: 3_000 })
  expect(await level()).toEqual({ on_hand: 2, available: 2 })
  expect(await Promise.all(tables.map(countOf))).toEqual(before)

  const { number } = draft
  const placeIt = () => staff.browser.send(placeDraft, { number })
  expect(await placeIt()).toMatchObject({ status: 409, message: 'Only 2 left of Tray' })
  await goods.change(productid, { variants: [{ price: 120_000, stock: 3 }] })
  const answers = await Promise.all(Array.from({ length: 4 }, placeIt))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409])
  const [placed] = answers.filter(({ status }) => status === 200)
  expect(placed?.answer.data).toMatchObject({ number, total: 3_600 })
  expect(await level()).toEqual({ on_hand: 0, available: 0 })
  expect(await detail(number)).toMatchObject({ number, status: 'confirmed' })
})

test('drafts are listed until they are placed or deleted', async () => {
  const { variantid } = await stocked('Basket', 5)
  const draft = async (quantity: number) =>
    (
      await manualOrder(staff.browser, {
        items: [{ variantid, quantity }],
        state: 'draft',
        note: 'Calls back',
      })
    ).answer.data.number
  const [first, second] = [await draft(1), await draft(2)]
  const listed = async () => (await staff.browser.send(getOrderDrafts)).answer
  expect(await listed()).toMatchObject({
    total: 2,
    data: [
      { number: second, customer: 'Asha Rao', quantity: 2, note: 'Calls back' },
      { number: first, quantity: 1 },
    ],
  })
  await staff.browser.send(placeDraft, { number: first })
  const remove = (number: string) => staff.browser.send(deleteOrderDraft, { number })
  expect(await remove(second)).toMatchObject({ status: 200, message: 'Draft deleted' })
  expect(await listed()).toMatchObject({ total: 0, data: [] })
  expect(await remove(second)).toMatchObject({ status: 404 })
  expect(await remove(first)).toMatchObject({ status: 409, code: 'wrong_status' })
})

test('what cannot be ordered is refused with a sentence', async () => {
  const { variantid } = await stocked('Plate', 2)
  const refusal = async (input: object) => (await manualOrder(staff.browser, input)).message
  expect(await refusal({ items: [{ variantid, quantity: 3 }] })).toBe('Only 2 left of Plate')
  expect(await refusal({ items: [{ variantid: 999_999, quantity: 1 }] })).toBe(
    'The shop has no variant 999999',
  )
  const item = { variantid, quantity: 1 }
  expect(await refusal({ items: [item, item] })).toBe('An item is listed twice. Add up its quantities')
  expect(await refusal({ items: [item], payment: 'barter' })).toBe('This payment method isn’t available')
})

test('of 16 staff who order the last piece at once, one gets it; one key makes one order', async () => {
  const last = await stocked('Last piece', 1)
  const items = [{ variantid: last.variantid, quantity: 1 }]
  const answers = await Promise.all(Array.from({ length: 16 }, () => manualOrder(staff.browser, { items })))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  for (const { status, message } of answers)
    if (status !== 201) expect([status, message]).toEqual([409, 'Last piece is sold out'])
  expect(await last.level()).toEqual({ on_hand: 0, available: 0 })

  const cup = await stocked('Cup', 5)
  const one = { items: [{ variantid: cup.variantid, quantity: 1 }] }
  const same = await Promise.all([1, 2].map(() => manualOrder(staff.browser, one, 'the same key')))
  expect(same[0]!.answer.data).toEqual(same[1]!.answer.data)
  expect(await cup.level()).toEqual({ on_hand: 4, available: 4 })
})

test('ledger and integrity checks find nothing after all of this', async () => {
  expect(await checkLedger(db)).toEqual([])
  expect(await runIntegrityChecks(db, { shopId: 1, locale: 'en-IN' })).toEqual([])
})

test('an order of staff is no converted cart', async () => {
  const owner = (await staffWith(db, app, ['reports'])).browser
  const conversion = async () => (await owner.send(getOverview, { days: '1' })).answer.data.conversion
  const { productid } = await stocked('Vase', 9)
  const items = [{ productid, quantity: 1 }]
  const before = await conversion()
  const from = (email: string) => ({ items, contact: { email, phone: '9876543210' } })
  expect((await manualOrder(staff.browser, from('caller@example.com'))).status).toBe(201)
  expect(await conversion()).toEqual(before)
  expect((await order(client(app), from('guest@example.com'))).status).toBe(201)
  expect(await conversion()).toEqual({ shoppers: before.shoppers + 1, ordered: before.ordered + 1 })
})
