import jsQR from 'jsqr'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { confirmOrder, getAdminOrder } from '#contract/orders/admin-order.ts'
import { getOrder } from '#contract/orders/order.ts'
import { updatePayment } from '#contract/settings/settings.ts'
import { keyedHash } from '#server/platform/keyed-hash.ts'
import { testApp } from '#test/harness/app/app.ts'
import { makeGoods, type Goods } from '#test/harness/data/goods.ts'
import { order } from '#test/harness/data/order.ts'
import { staffWith } from '#test/harness/people/account.ts'
import { client } from '#test/harness/people/client.ts'
import { expireOrders } from '../order/expire-orders.ts'
import { upiPayment } from './upi.ts'

const { app, db, stop } = await testApp({ env: { RATE_LIMITS: 'off' } })
afterAll(stop)
let goods: Goods
let staff: Awaited<ReturnType<typeof staffWith>>
beforeAll(async () => {
  goods = await makeGoods(db)
  staff = await staffWith(db, app, ['orders', 'refunds', 'settings'])
})
const payment = { cod: true, bank_transfer: false, bank_details: '' }
const save = (input: object) => staff.browser.send(updatePayment, { ...payment, ...input })
beforeEach(() => save({ upi: true, upi_id: 'ostrel@okaxis' }))

/** Orders two units at Rs. 999.50 by UPI, as a guest. */
async function placed() {
  const productid = await goods.add('Bowl', { variants: [{ price: 99_950, stock: 5 }] })
  const who = client(app)
  const placing = await order(who, { items: [{ productid, quantity: 2 }], paymentMethod: 'upi' })
  if (placing.status !== 201) throw new Error(`The order was refused: ${placing.status}`)
  const { number, accessToken } = placing.answer.data
  return { number, page: () => who.send(getOrder, { number, accessToken }) }
}

const PIXELS = 8

/** Draws the QR code black on white, and returns what a camera reads from it. */
function scan({ size, path }: { size: number; path: string }): string | undefined {
  const side = size * PIXELS
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255)
  for (const [, x, y, width] of path.matchAll(/M(\d+) (\d+)h(\d+)v1H\d+z/g)) {
    for (let row = Number(y) * PIXELS; row < (Number(y) + 1) * PIXELS; row++) {
      for (let column = Number(x) * PIXELS; column < (Number(x) + Number(width)) * PIXELS; column++)
        pixels.fill(0, (row * side + column) * 4, (row * side + column) * 4 + 3)
    }
  }
  return jsQR.default(pixels, side, side)?.data
}

test('the link and the QR code name payee, amount and order', async () => {
  const { link, qrCode } = upiPayment({
    upiId: 'shop@okbank',
    shopName: 'Tea & Töpfe 100%',
    amount: 123_405,
    serial: '2026-000123',
  })
  expect(link).toMatch(/^upi:\/\/pay\?pa=shop@okbank&pn=Tea%20%26%20T%C3%B6pfe%20100%25&am=1234\.05&cu=INR&/)
  expect(Object.fromEntries(new URL(link).searchParams)).toEqual({
    pa: 'shop@okbank',
    pn: 'Tea & Töpfe 100%',
    am: '1234.05',
    cu: 'INR',
    tn: 'Order 2026-000123',
  })
  expect(scan(qrCode)).toBe(link)
})

test('an order by UPI shows how to pay it until staff have confirmed the payment', async () => {
  const { number, page } = await placed()
  const { serial, upi, status, total } = (await page()).answer.data
  expect({ status, total }).toEqual({ status: 'pending', total: 1999 })
  expect(scan(upi!.qrCode)).toBe(
    `upi://pay?pa=ostrel@okaxis&pn=My%20shop&am=1999.00&cu=INR&tn=Order%20${serial}`,
  )
  const [email] = await db
    .selectFrom('email')
    .select('body_text')
    .where('body_text', 'like', `%${serial}%`)
    .execute()
  expect(email?.body_text).toContain(`UPI ID: ostrel@okaxis. Reference: ${serial}.`)

  await staff.browser.send(confirmOrder, { number })
  expect((await page()).answer.data).toMatchObject({ status: 'confirmed', upi: null, paid: 1999 })
  const { payments, paymentName } = (await staff.browser.send(getAdminOrder, { number })).answer.data
  expect({ payments, paymentName }).toMatchObject({ paymentName: 'UPI', payments: [{ status: 'paid' }] })
})

test('an order that is not paid in time gives its stock back', async () => {
  const { number, page } = await placed()
  await db
    .updateTable('shop_order')
    .set({ reserved_until: new Date(0) })
    .where('number', '=', number)
    .execute()
  expect(await expireOrders(db, keyedHash('a secret of at least 32 characters'))).toBe(1)
  expect((await page()).answer.data).toMatchObject({ status: 'cancelled', upi: null })
})

test('UPI is offered in rupees only, and with a UPI ID only', async () => {
  expect(await save({ upi: true, upi_id: '' })).toMatchObject({ status: 400, issues: [{ path: 'upi_id' }] })
  expect(await save({ upi: true, upi_id: 'ostrel' })).toMatchObject({
    status: 400,
    issues: [{ path: 'upi_id' }],
  })
  await db.updateTable('shop').set({ currency: 'EUR' }).execute()
  await expect(placed()).rejects.toThrow('refused: 400')
  await db.updateTable('shop').set({ currency: 'INR' }).execute()
  await save({ upi: false, upi_id: 'ostrel@okaxis' })
  await expect(placed()).rejects.toThrow('refused: 400')
})
