import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  cancelOrderAsStaff,
  confirmOrder,
  fulfilOrder,
  getAdminOrder,
  getAdminOrders,
} from '#contract/orders/admin-order.ts'
import { confirmCashOrder } from '#contract/orders/cash/confirm-cash.ts'
import { cancelOrder, getOrder } from '#contract/orders/order.ts'
import { choosePayment } from '#contract/orders/payment/payment.ts'
import { runIntegrityChecks } from '#server/modules/reconciliation/index.ts'
import { checkLedger } from '#server/modules/stock/index.ts'
import { testApp } from '#test/harness/app/app.ts'
import { makeGoods, variantsOf, type Goods } from '#test/harness/data/goods.ts'
import { checkoutForm, order } from '#test/harness/data/order.ts'
import { storeSettings } from '#test/harness/data/settings.ts'
import { staffWith } from '#test/harness/people/account.ts'
import { client } from '#test/harness/people/client.ts'
import { keyedHash } from '#server/platform/keyed-hash.ts'
import { authSecret } from '#test/harness/data/paid-order.ts'
import { emailedTokenOf } from '../order/order-access.ts'
import { expireOrders } from '../order/expire-orders.ts'

const { app, db, stop } = await testApp({ env: { RATE_LIMITS: 'off', AUTH_SECRET: authSecret } })
afterAll(stop)
let goods: Goods
let staff: Awaited<ReturnType<typeof staffWith>>
beforeAll(async () => {
  goods = await makeGoods(db)
  staff = await staffWith(db, app, ['orders'])
  await storeSettings(db, {
    'payment.cod_confirm': 'all',
    'payment.cod_fee': 5_000,
    'payment.bank_transfer': true,
  })
})

let people = 0
/** An order that waits for its confirmation, with the link of its email. */
async function toConfirm(contact: object = {}) {
  const productid = await goods.add('Jug', { variants: [{ price: 100_000, stock: 9 }] })
  const [variantId = 0] = await variantsOf(db, productid)
  const email = `buyer${++people}@example.com`
  const phone = `98765${String(people).padStart(5, '0')}`
  const placed = await order(client(app), {
    contact: { ...checkoutForm.contact, email, phone, ...contact },
    items: [{ productid, quantity: 2 }],
  })
  const { number, accessToken, status, paymentUrl } = placed.answer.data
  const link = { number, accessToken: emailedTokenOf(keyedHash(authSecret), 1, number) }
  return { number, accessToken, status, paymentUrl, variantId, link, phone, email }
}
const rowOf = (number: string) =>
  db.selectFrom('shop_order').selectAll().where('number', '=', number).executeTakeFirstOrThrow()
const levelOf = (variantId: number) =>
  db
    .selectFrom('stock_level')
    .select(['on_hand', 'available'])
    .where('variant_id', '=', variantId)
    .executeTakeFirstOrThrow()
const press = (link: { number: string; accessToken: string }) => client(app).send(confirmCashOrder, link)
const noFindings = async () => {
  expect(await runIntegrityChecks(db, { shopId: 1, locale: 'en-IN' })).toEqual([])
  expect(await checkLedger(db)).toEqual([])
}

test('a cash order holds its stock and does not count until its customer presses the button', async () => {
  const { number, accessToken, status, paymentUrl, variantId, link } = await toConfirm()
  expect([status, paymentUrl]).toEqual(['pending', null])
  expect(await levelOf(variantId)).toEqual({ on_hand: 9, available: 7 })
  expect(await staff.browser.send(fulfilOrder, { number, carrier: 'Post' })).toMatchObject({ status: 409 })
  const seen = async (access: object) =>
    (await client(app).send(getOrder, { number, ...access })).answer.data.confirmation
  expect(await seen({ accessToken })).toBe('by_email')
  const { data: page } = (await client(app).send(getOrder, { number, accessToken })).answer
  expect(page.progress.map(({ name }) => name)).toEqual(['Ordered', 'Confirmed', 'Shipped', 'Delivered'])
  expect(page).toMatchObject({ canPay: false, paymentUrl: null, due: 2_050, payUntil: expect.any(String) })
  // Reading the page behind the link changes nothing.
  expect(await seen(link)).toBe('here')
  expect(await rowOf(number)).toMatchObject({ status: 'pending', paid: 0 })
  expect(await client(app).send(confirmCashOrder, { number, accessToken })).toMatchObject({
    status: 403,
    message: 'Open the link in our email to confirm your order',
  })
  expect(await client(app).send(confirmCashOrder, { number })).toMatchObject({ status: 404 })
  expect(await press(link)).toMatchObject({ status: 200, answer: { data: { status: 'confirmed' } } })
  expect(await levelOf(variantId)).toEqual({ on_hand: 7, available: 7 })
  expect(await staff.browser.send(fulfilOrder, { number, carrier: 'Post' })).toMatchObject({ status: 200 })
  // A second press, also of a shipped order, is no mistake.
  expect(await press(link)).toMatchObject({ status: 200, answer: { data: { status: 'shipped' } } })
  await noFindings()
})

test('two presses at once confirm it once', async () => {
  const { number, link } = await toConfirm()
  const answers = await Promise.all([press(link), press(link), press(link)])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  const { id } = await rowOf(number)
  const events = await db.selectFrom('order_event').select('kind').where('order_id', '=', id).execute()
  expect(events.filter(({ kind }) => kind === 'confirmed')).toHaveLength(1)
  await noFindings()
})

test('a press while staff cancel has one winner, and the loser a sentence', async () => {
  for (let round = 0; round < 4; round++) {
    const { number, link, variantId } = await toConfirm()
    const [pressed, cancelled] = await Promise.all([
      press(link),
      staff.browser.send(cancelOrderAsStaff, { number, reason: 'Looks wrong', restock: true }),
    ])
    // Staff can cancel a confirmed order, too, so that they always succeed.
    expect(cancelled.status).toBe(200)
    if (pressed.status !== 200)
      expect(pressed).toMatchObject({
        status: 409,
        code: 'already_cancelled',
        message: expect.stringContaining('was cancelled and can’t be confirmed any more'),
      })
    expect(await rowOf(number)).toMatchObject({ status: 'cancelled' })
    expect(await levelOf(variantId)).toEqual({ on_hand: 9, available: 9 })
  }
  await noFindings()
})

test('an order that was not confirmed in time is cancelled, gives its stock back, and says so', async () => {
  const { number, link, variantId } = await toConfirm()
  const due = await rowOf(number)
  expect((due.reserved_until?.getTime() ?? 0) - due.placed_at.getTime()).toBeGreaterThan(47 * 3_600_000)
  await db
    .updateTable('shop_order')
    .set({ reserved_until: new Date(Date.now() - 1000) })
    .where('id', '=', due.id)
    .execute()
  await expireOrders(db, keyedHash(authSecret))
  expect(await rowOf(number)).toMatchObject({ status: 'cancelled' })
  expect(await levelOf(variantId)).toEqual({ on_hand: 9, available: 9 })
  expect(await press(link)).toMatchObject({
    status: 409,
    message: expect.stringContaining('was not confirmed in time. Please order again'),
  })
  await noFindings()
})

test('staff confirm by hand, and nothing is paid by that', async () => {
  const { number } = await toConfirm()
  const { can, emails } = (await staff.browser.send(getAdminOrder, { number })).answer.data
  expect(can).toEqual(expect.arrayContaining(['confirm', 'cancel']))
  expect(emails).toEqual(['to_confirm'])
  expect(await staff.browser.send(confirmOrder, { number })).toMatchObject({ status: 200 })
  expect(await rowOf(number)).toMatchObject({ status: 'confirmed', paid: 0 })
  await noFindings()
})

test('its customer may pay now instead, without the fee, or cancel', async () => {
  const { number, link } = await toConfirm()
  const paid = await client(app).send(choosePayment, { ...link, paymentMethod: 'bank_transfer' })
  expect(paid).toMatchObject({ status: 200, answer: { data: { status: 'pending' } } })
  expect(await rowOf(number)).toMatchObject({ total: 200_000, cash_fee: 0, shipping: 0, cash_risk: 15 })
  expect(await press(link)).toMatchObject({ status: 409, code: 'wrong_status' })
  const other = await toConfirm()
  expect(await client(app).send(cancelOrder, other.link)).toMatchObject({ status: 200 })
  await noFindings()
})

test('the list ranks by risk and shows the reasons from earlier orders', async () => {
  await db
    .updateTable('shop_order')
    .set({ reserved_until: null, status: 'cancelled' })
    .where('status', '=', 'pending')
    .execute()
  const refused = await toConfirm()
  await press(refused.link)
  await staff.browser.send(fulfilOrder, { number: refused.number, carrier: 'Post' })
  await db
    .updateTable('shop_order')
    .set({ status: 'returned' })
    .where('number', '=', refused.number)
    .execute()
  const again = await toConfirm({ email: refused.email, phone: '9000000001' })
  const samePhone = await toConfirm({ phone: `+91 ${refused.phone}` })
  const first = await toConfirm()
  const { data, total } = (await staff.browser.send(getAdminOrders, { confirm: 'on', sort: 'risk' })).answer
  expect(total).toBe(3)
  expect(data.map(({ number, cashReasons }) => [number, cashReasons])).toEqual([
    [again.number, ['1 of 1 earlier cash order came back']],
    [samePhone.number, ['Same phone as a refused order', 'First order']],
    [first.number, ['First order']],
  ])
})

test('only risky orders wait, if the shop says so', async () => {
  await storeSettings(db, { 'payment.cod_confirm': 'risky' })
  const productid = await goods.add('Cup', { variants: [{ price: 10_000, stock: 9 }] })
  const contact = { ...checkoutForm.contact, email: 'calm@example.com', phone: '9111111111' }
  const calm = await order(client(app), { contact, items: [{ productid, quantity: 1 }] })
  expect(calm.answer.data.status).toBe('confirmed')
  await db
    .updateTable('shop_order')
    .set({ status: 'shipped' })
    .where('number', '=', calm.answer.data.number)
    .execute()
  await db
    .updateTable('shop_order')
    .set({ status: 'returned' })
    .where('number', '=', calm.answer.data.number)
    .execute()
  const risky = await order(client(app), { contact, items: [{ productid, quantity: 1 }] })
  expect(risky.answer.data.status).toBe('pending')
})
