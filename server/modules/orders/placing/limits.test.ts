import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createProduct } from '#contract/catalog/product.ts'
import {
  deliverOrder,
  fulfilOrder,
  getAdminOrder,
  getAdminOrders,
  getOrderInvoice,
  getPackingSlip,
} from '#contract/orders/admin-order.ts'
import { addToCart, getCarts, getCartSummary } from '#contract/cart/cart.ts'
import { getCheckout } from '#contract/orders/checkout.ts'
import { refundOrder } from '#contract/orders/payment/refund.ts'
import { createCoupon } from '#contract/promotions/coupon.ts'
import { exportSales, getOverview, getSales, salesKinds } from '#contract/reports/report.ts'
import { updateInvoice, updateShipping, updateTax } from '#contract/settings/settings.ts'
import { getShop } from '#contract/shop/shop.ts'
import { runIntegrityChecks } from '#server/modules/reconciliation/index.ts'
import { testApp } from '#test/harness/app/app.ts'
import { order } from '#test/harness/data/order.ts'
import { newcomer } from '#test/harness/people/account.ts'
import { client, type Client } from '#test/harness/people/client.ts'

const { app, db, logged, stop } = await testApp({ env: { RATE_LIMITS: 'off' } })
afterAll(stop)
let staff: Client
let category = 0
beforeAll(async () => {
  staff = (await newcomer(db, app, { role_id: 1 })).browser
  const row = { config_id: 1, name: 'Dear things', slug: 'dear-things' }
  const { id } = await db.insertInto('category').values(row).returning('id').executeTakeFirstOrThrow()
  category = id
})

const good = async (sent: Promise<{ status: number; message: string }>) => {
  const { status, message } = await sent
  if (status >= 300) throw new Error(`${status} ${message}`)
}

test('the largest orders of the dearest product pass through cart, order, refund, invoice and reports', async () => {
  const price = 200_000_000
  const tooDear = { productname: 'Crown', productcategoryid: category, productprice: price + 0.01 }
  expect(await staff.send(createProduct, tooDear)).toMatchObject({
    status: 400,
    issues: [{ path: 'productprice', message: 'This price is too high' }],
  })
  const variants = Array.from({ length: 100 }, (_, n) => ({ options: { Size: `${n}` }, price, stock: 9_999 }))
  const dear = { productname: 'Crown', productcategoryid: category, productgst: 100, variants }
  const { productid } = (await staff.send(createProduct, dear)).answer.data
  await db.updateTable('shop').set({ address: '4 Rose Lane, Pune' }).where('config_id', '=', 1).execute()
  const seller = { legal_name: 'Crowns Limited', gstin: '27AAPFU0939F1ZV', state: 'MH', note: '' }
  await good(staff.send(updateInvoice, seller))
  await good(staff.send(updateTax, { prices_include: false }))
  await good(staff.send(updateShipping, { flat: 10_000_000_000, free_from: null, zones: [] }))

  const numbers: string[] = []
  for (let count = 0; count < 3; count++) {
    const shopper = client(app)
    const [first] = await db.selectFrom('variant').select('id').where('product_id', '=', productid).execute()
    await good(shopper.send(addToCart, { productid, variantid: first?.id, quantity: 999 }))
    await sql`
      insert into cart_line (config_id, shopper_id, variant_id, quantity, price_at_add)
      select 1, (select max(shopper_id) from cart_line), id, 999, price from variant
      where product_id = ${productid} and id <> ${first?.id}`.execute(db)
    expect((await shopper.send(getCarts)).answer.data).toHaveLength(100)
    const { total } = (await shopper.send(getCartSummary)).answer.data
    // All at 100 % tax, the delivery too.
    expect(total).toBe(2 * (99_900 * price + 10_000_000_000))
    await good(shopper.send(getCheckout, { country: 'IN', state: 'MH', pincode: '411001' }))
    const placed = await order(shopper, { expectedTotal: total })
    expect(placed.status).toBe(201)
    numbers.push(placed.answer.data.number)
  }
  for (const number of numbers) {
    await good(staff.send(fulfilOrder, { number }))
    await good(staff.send(deliverOrder, { number }))
    const key = { 'idempotency-key': randomUUID() }
    const lines = [{ position: 0, quantity: 998 }]
    await good(staff.send(refundOrder, { number, lines, shipping: true }, key))
    const { left } = (
      await staff.send(refundOrder, { number, lines: [{ position: 0, quantity: 1 }], preview: true })
    ).answer.data
    const rest = { number, amount: left }
    await good(staff.send(refundOrder, rest, { 'idempotency-key': randomUUID() }))
    expect((await staff.send(refundOrder, { ...rest, preview: true })).status).toBe(409)
    await good(staff.send(getAdminOrder, { number }))
  }
  await good(staff.send(getOrderInvoice, { number: numbers[0] }))
  await good(staff.send(getPackingSlip, { number: numbers[0] }))
  await good(staff.send(getAdminOrders, { sort: 'total_desc' }))
  await good(staff.send(getOverview))
  for (const by of salesKinds) {
    await good(staff.send(getSales, { by }))
    await good(staff.send(exportSales, { by }))
  }
  expect(await runIntegrityChecks(db, { shopId: 1, locale: 'en-IN' })).toEqual([])
  expect(logged.filter(({ level }) => Number(level) >= 50)).toEqual([])
})

test('amounts that are too large in a currency with three decimals are refused', async () => {
  await db.updateTable('shop').set({ currency: 'KWD' }).where('config_id', '=', 1).execute()
  await expect.poll(async () => (await staff.send(getShop)).answer.data.currency).toBe('KWD')
  const largest = 10_000_000_000
  const coupon = { code: 'DEAR', kind: 'amount', amount: largest }
  const shipping = { flat: largest, free_from: null, zones: [] }
  const product = { productname: 'Crown', productcategoryid: category, productprice: 20_000_001 }
  for (const refused of [
    staff.send(createCoupon, coupon),
    staff.send(createCoupon, { ...coupon, amount: 1, minimum: largest }),
    staff.send(updateShipping, shipping),
    staff.send(createProduct, product),
  ]) {
    expect(await refused).toMatchObject({
      status: 400,
      message: expect.stringMatching(/^This (amount|price)/),
    })
  }
})
