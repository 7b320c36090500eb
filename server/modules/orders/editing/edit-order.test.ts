import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  cancelOrderAsStaff,
  confirmOrder,
  fulfilOrder,
  getAdminOrder,
  getOrderInvoice,
} from '#contract/orders/admin-order.ts'
import { editOrderLines } from '#contract/orders/edit-order.ts'
import { runIntegrityChecks } from '#server/modules/reconciliation/index.ts'
import { checkLedger } from '#server/modules/stock/index.ts'
import { testApp } from '#test/harness/app/app.ts'
import { makeGoods, variantsOf, type Goods } from '#test/harness/data/goods.ts'
import { order, manualOrder } from '#test/harness/data/order.ts'
import { auditLogOf, staffWith } from '#test/harness/people/account.ts'
import { client } from '#test/harness/people/client.ts'
import { storeSettings } from '#test/harness/data/settings.ts'

const { app, db, stop } = await testApp({ env: { RATE_LIMITS: 'off' } })
afterAll(stop)
let goods: Goods
let staff: Awaited<ReturnType<typeof staffWith>>
beforeAll(async () => {
  goods = await makeGoods(db)
  staff = await staffWith(db, app, ['orders', 'refunds'], { full_name: 'Kiran' })
  await db.updateTable('shop').set({ address: '1 Market Road, Pune' }).execute()
  await storeSettings(db, {
    'payment.bank_transfer': true,
    'invoice.gstin': '27AAPFU0939F1ZV',
    'shipping.free_from': 200000,
  })
})

/** A new product with one variant and the given stock, at ₹1,000 with 18 % of tax. */
async function stocked(name: string, stock: number) {
  const productid = await goods.add(name, { gst: 1_800, variants: [{ price: 100_000, stock }] })
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
const edit = (number: string, lines: object[], rest: object = {}) =>
  staff.browser.send(editOrderLines, { number, lines, ...rest })
const placed = async (items: object[], input: object = {}) =>
  (await order(client(app), { items, ...input })).answer.data.number
/** What must hold of every order, whatever was edited. */
async function expectSound() {
  expect(await checkLedger(db)).toEqual([])
  expect(await runIntegrityChecks(db, { shopId: 1, locale: 'en-IN' })).toEqual([])
}

test('an order in cash is edited: stock, price, tax, shipping, payment, email and timeline follow', async () => {
  const [bowl, cup, tray] = [await stocked('Bowl', 9), await stocked('Cup', 9), await stocked('Tray', 9)]
  const number = await placed([
    { productid: bowl.productid, quantity: 1 },
    { productid: cup.productid, quantity: 2 },
  ])
  // What was ordered keeps its price.
  await goods.change(bowl.productid, { variants: [{ price: 150_000, stock: 8 }] })
  const { version, total, lines, ...before } = await detail(number)
  expect(before).toMatchObject({ shipping: 0, can: expect.arrayContaining(['edit']) as string[] })
  const change = [
    { lineId: lines[0]?.lineId, quantity: 1 },
    { lineId: lines[1]?.lineId, quantity: 0 },
    { variantid: tray.variantid, quantity: 1 },
  ]
  const preview = await edit(number, change.slice(0, 2), { version, preview: true })
  expect(preview.answer.data).toMatchObject({ before: { total, shipping: 0 }, after: { subtotal: 1_000 } })
  expect(preview.answer.data.after.shipping).toBeGreaterThan(0)
  expect(await detail(number)).toMatchObject({ version, total })

  const { status, answer } = await edit(number, change, { version })
  expect(status).toBe(200)
  const after = await detail(number)
  expect(after).toMatchObject({
    status: 'confirmed',
    total: answer.data.total,
    subtotal: 2_000,
    shipping: 0,
    tax: 305.08,
    payments: [{ status: 'waiting', amount: answer.data.total }],
  })
  expect(after.lines.map(({ lineId, productname, quantity }) => [lineId, productname, quantity])).toEqual([
    [1, 'Bowl', 1],
    [3, 'Tray', 1],
  ])
  expect(after.events.map(({ text }) => text)).toEqual([
    'Order placed',
    'Order edited: Cup removed; 1 × Tray added',
  ])
  expect(
    [await bowl.level(), await cup.level(), await tray.level()].map(({ available }) => available),
  ).toEqual([8, 9, 8])
  const { body_text: text } = await db
    .selectFrom('email')
    .select('body_text')
    .where('template', '=', 'order_edited')
    .where('body_text', 'like', `%${number}%`)
    .executeTakeFirstOrThrow()
  expect(text).toContain('Cup removed. 1 × Tray added.')
  expect(text).toContain('Please pay ₹2,000.00 in cash')
  const events = await db.selectFrom('event').select('data').where('kind', '=', 'order.edited').execute()
  expect(events).toMatchObject([{ data: { number, total: 200_000 } }])
  expect(await edit(number, change.slice(0, 1), { version })).toMatchObject({
    status: 409,
    code: 'version_conflict',
  })
  // The same again changes nothing.
  await edit(number, [{ variantid: tray.variantid, quantity: 1 }])
  expect((await detail(number)).version).toBe(after.version)
  await expectSound()
})

test('an order that awaits payment reserves what it has after each edit', async () => {
  const [vase, jar] = [await stocked('Vase', 3), await stocked('Jar', 3)]
  const number = await placed([{ productid: vase.productid, quantity: 3 }], {
    paymentMethod: 'bank_transfer',
  })
  expect(await vase.level()).toEqual({ on_hand: 3, available: 0 })
  const lines = [
    { lineId: 1, quantity: 1 },
    { variantid: jar.variantid, quantity: 2 },
  ]
  expect((await edit(number, lines)).status).toBe(200)
  expect(await vase.level()).toEqual({ on_hand: 3, available: 2 })
  expect(await jar.level()).toEqual({ on_hand: 3, available: 1 })
  await expectSound()
  await staff.browser.send(confirmOrder, { number })
  const { total, paid } = await detail(number)
  expect(paid).toBe(total)
  expect(await vase.level()).toEqual({ on_hand: 2, available: 2 })
  expect(await jar.level()).toEqual({ on_hand: 1, available: 1 })
  await expectSound()
  const other = await placed([{ productid: vase.productid, quantity: 2 }], { paymentMethod: 'bank_transfer' })
  await edit(other, [{ lineId: 1, quantity: 1 }])
  await staff.browser.send(cancelOrderAsStaff, { number: other })
  expect(await vase.level()).toEqual({ on_hand: 2, available: 2 })
  await expectSound()
})

test('a discount of staff stays the amount that it is, also with a price of its own', async () => {
  const { variantid } = await stocked('Chipped lamp', 9)
  const item = { variantid, quantity: 2, price: 800, reason: 'Chipped' }
  const discount = { percent: 10, reason: 'Friend' }
  const { number } = (await manualOrder(staff.browser, { items: [item], discount })).answer.data
  expect((await edit(number, [{ lineId: 1, quantity: 3 }])).status).toBe(200)
  const after = await detail(number)
  expect(after).toMatchObject({ subtotal: 2_400, coupon: 160, total: 2_240, discountReason: 'Friend' })
  expect(after.lines[0]?.steps[0]?.text).toBe('3 × ₹800.00 (special price: Chipped)')
  await expectSound()
})

test('an edit that leaves the discount alone says nothing of it', async () => {
  const { variantid } = await stocked('Bench', 9)
  const discount = { amount: 100, reason: 'Friend' }
  const items = [{ variantid, quantity: 2 }]
  const { number } = (await manualOrder(staff.browser, { items, discount })).answer.data
  // The form of the dashboard sends the discount that the order has.
  expect((await edit(number, [{ lineId: 1, quantity: 3 }], { discount })).status).toBe(200)
  const { id, events } = await detail(number)
  expect(events.at(-1)?.text).toBe('Order edited: Bench: 3 instead of 2')
  const log = await auditLogOf(db, 'order', id)
  expect(log.at(-1)?.after).not.toHaveProperty('discount')
  expect((await edit(number, [], { discount })).answer.data.revision).toBeNull()
  await edit(number, [], { discount: { ...discount, amount: 150 } })
  expect((await detail(number)).events.at(-1)?.text).toBe('Order edited: Discount of ₹150.00: Friend')
  await edit(number, [], { discount: null })
  expect((await detail(number)).events.at(-1)?.text).toBe('Order edited: Discount removed')
})

test('a coupon that the remaining items no longer reach is refused', async () => {
  const { productid } = await stocked('Plate', 9)
  await db
    .insertInto('coupon')
    .values({ config_id: 1, code: 'SET', kind: 'percent', percent: 1_000, minimum: 200_000, usage_limit: 1 })
    .execute()
  const number = await placed([{ productid, quantity: 3 }], { coupon: 'SET' })
  // A coupon is no discount of staff, so there is none to remove.
  const two = await edit(number, [{ lineId: 1, quantity: 2 }], { discount: null })
  expect(two.answer.data.after.coupon).toBe(200)
  expect((await detail(number)).events.at(-1)?.text).toBe('Order edited: Plate: 2 instead of 3')
  expect(await edit(number, [{ lineId: 1, quantity: 1 }])).toMatchObject({
    status: 409,
    code: 'coupon_refused',
  })
  expect((await detail(number)).quantity).toBe(2)
})

test('what cannot be edited is refused in words, and changes nothing', async () => {
  const rug = await stocked('Rug', 2)
  const items = [{ productid: rug.productid, quantity: 1 }]
  const number = await placed(items)
  const refused = async (lines: object[], expected: object) => {
    expect(await edit(number, lines)).toMatchObject(expected)
    expect(await rug.level()).toMatchObject({ available: 1 })
  }
  await refused([{ lineId: 1, quantity: 0 }], {
    status: 400,
    message: 'An order needs at least one item. Cancel the order instead',
  })
  await refused([{ lineId: 7, quantity: 1 }], { status: 400, message: 'The order has no line 7' })
  await refused([{ variantid: 999_999, quantity: 1 }], { status: 400 })
  await refused([{ quantity: 1 }], { status: 400 })
  await refused([{ lineId: 1, quantity: 1_000 }], { status: 400 })
  const twice = [
    { lineId: 1, quantity: 2 },
    { variantid: rug.variantid, quantity: 1 },
  ]
  await refused(twice, { status: 400, message: 'An item is listed twice' })
  await refused([{ lineId: 1, quantity: 3 }], {
    status: 409,
    code: 'out_of_stock',
    message: 'Only 1 left of Rug',
  })
  const { status } = await client(app).send(editOrderLines, { number, lines: [{ lineId: 1, quantity: 2 }] })
  expect(status).toBe(401)
  await staff.browser.send(getOrderInvoice, { number })
  await refused([{ lineId: 1, quantity: 2 }], { status: 409, code: 'order_invoiced' })
  await staff.browser.send(fulfilOrder, { number })
  await refused([{ lineId: 1, quantity: 2 }], { status: 409, code: 'wrong_status' })
})

test('of many edits, confirmations and cancellations at once, stock and totals stay right', async () => {
  const [left, right] = [await stocked('Left shoe', 40), await stocked('Right shoe', 40)]
  const numbers: string[] = []
  for (let n = 0; n < 6; n++)
    numbers.push(
      await placed(
        [
          { productid: left.productid, quantity: 2 },
          { productid: right.productid, quantity: 2 },
        ],
        { paymentMethod: n % 2 ? 'bank_transfer' : 'cod' },
      ),
    )
  const outcomes = await Promise.all(
    numbers.flatMap((number, n) => [
      edit(number, [
        { lineId: 1, quantity: 1 + n },
        { lineId: 2, quantity: 1 },
      ]),
      edit(number, [
        { lineId: 2, quantity: 4 },
        { lineId: 1, quantity: 1 },
      ]),
      n % 2 ? staff.browser.send(confirmOrder, { number }) : staff.browser.send(fulfilOrder, { number }),
      n > 3 ? staff.browser.send(cancelOrderAsStaff, { number }) : edit(number, [{ lineId: 1, quantity: 3 }]),
    ]),
  )
  expect(outcomes.filter(({ status }) => ![200, 409].includes(status))).toEqual([])
  await expectSound()
})
