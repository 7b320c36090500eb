import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { editOrderLines } from '#contract/orders/edit-order.ts'
import { cancelOrder, getOrder } from '#contract/orders/order.ts'
import { openWalletPayment, payOrder, refreshOrder } from '#contract/orders/payment/payment.ts'
import { refundOrder } from '#contract/orders/payment/refund.ts'
import { runIntegrityChecks } from '#server/modules/reconciliation/index.ts'
import { order } from '#test/harness/data/order.ts'
import { storeSettings } from '#test/harness/data/settings.ts'
import { client } from '#test/harness/people/client.ts'
import { keysOf, paymentShop } from '#test/harness/services/payment-shop.ts'

const shop = await paymentShop()
const { app, db, goods, stripe, staff } = shop
afterAll(shop.stop)
const merchant = await stripe.add()
const keys = { ...keysOf('mugs'), webhookSecret: merchant.keys.webhookSecret }
const publishableKey = 'pk_test_51mugs'
stripe.allow(keys.secretKey, merchant)

beforeAll(async () => {
  await shop.connect({ ...keys, publishableKey })
  await shop.awaitOffer(['stripe'])
})

let bowls = 0

/** An order of two bowls out of five, 2,000.00 in total, that a wallet is to pay. */
async function walletOrder(input: object = {}) {
  const productid = await goods.add(`Bowl ${++bowls}`, { variants: [{ price: 100_000, stock: 5 }] })
  const items = [{ productid, quantity: 2 }]
  const placed = await order(client(app), { items, paymentMethod: 'stripe', byWallet: true, ...input })
  expect(placed.status, placed.message).toBe(201)
  expect(placed.answer.data.paymentUrl).toBeNull()
  const { number, accessToken } = placed.answer.data
  const which = { number, accessToken }
  return {
    number,
    which,
    open: () => client(app).send(openWalletPayment, which),
    payNow: () => client(app).send(payOrder, which),
    back: () => client(app).send(refreshOrder, which),
    async sendMessage(type: string) {
      expect(await shop.deliver(merchant.intentMessage(`payment_intent.${type}`, number))).toBe(200)
    },
    intent: () => merchant.intents(number).at(-1)!,
    async state() {
      const { answer } = await client(app).send(getOrder, which)
      const { on_hand, available } = await db
        .selectFrom('stock_level as s')
        .innerJoin('variant as v', 'v.id', 's.variant_id')
        .where('v.product_id', '=', productid)
        .select(['on_hand', 'available'])
        .executeTakeFirstOrThrow()
      return { status: answer.data.status, held: merchant.held(number), stock: [on_hand, available] }
    },
    async late() {
      const reserved_until = new Date(Date.now() - 1000)
      await db.updateTable('shop_order').set({ reserved_until }).where('number', '=', number).execute()
    },
  }
}

const paid = { status: 'confirmed', held: 200_000, stock: [3, 3] }
const secretOf = async (opened: ReturnType<Awaited<ReturnType<typeof walletOrder>>['open']>) =>
  (await opened).answer.data.clientSecret

test('opens one payment of the exact total, however often and concurrently it is asked for', async () => {
  const one = await walletOrder()
  const calls = await Promise.all([one.open(), one.open(), one.open()])
  expect(new Set(calls.map(({ answer }) => answer.data.clientSecret))).toEqual(
    new Set([one.intent().client_secret]),
  )
  expect(merchant.intents(one.number)).toHaveLength(1)
  expect(merchant.sessions(one.number)).toHaveLength(0)
  expect(one.intent()).toMatchObject({ amount: 200_000, currency: 'inr', capture_method: 'automatic' })
})

test('a message confirms the paid order once, and a refund returns the money', async () => {
  const one = await walletOrder()
  merchant.confirm(await secretOf(one.open()))
  await Promise.all([one.sendMessage('succeeded'), one.sendMessage('succeeded')])
  expect(await one.state()).toEqual(paid)
  expect(await one.open()).toMatchObject({ status: 409, code: 'wrong_status' })
  const { status } = await staff.browser.send(
    refundOrder,
    { number: one.number, amount: 500, reason: 'Chip' },
    { 'idempotency-key': 'refund of a chip' },
  )
  expect(status).toBe(200)
  await shop.poll()
  expect((await one.state()).held).toBe(150_000)
})

test('without a message the return or a poll confirms the order', async () => {
  const [returned, polled] = [await walletOrder(), await walletOrder()]
  for (const one of [returned, polled]) merchant.confirm(await secretOf(one.open()))
  await returned.back()
  expect(await returned.state()).toEqual(paid)
  await shop.poll()
  expect(await polled.state()).toEqual(paid)
})

test('a declined card leaves the order payable by the wallet', async () => {
  const one = await walletOrder()
  const secret = await secretOf(one.open())
  expect(() => merchant.confirm(secret, 'declined')).toThrow('declined')
  await one.sendMessage('payment_failed')
  expect((await one.back()).answer.data).toEqual({ status: 'pending', paymentUrl: null })
  merchant.confirm(await secretOf(one.open()))
  await one.back()
  expect(await one.state()).toEqual(paid)
})

test('a page opens only once the payment of the wallet is cancelled, and the order is paid once', async () => {
  const one = await walletOrder()
  const secret = await secretOf(one.open())
  const pages = await Promise.all([one.payNow(), one.payNow(), one.sendMessage('canceled')])
  const [session, ...others] = merchant.sessions(one.number)
  expect(others).toEqual([])
  for (const page of pages.slice(0, 2))
    expect(page).toMatchObject({ answer: { data: { status: 'pending', paymentUrl: session!.url } } })
  expect(() => merchant.confirm(secret)).toThrow('canceled')
  // The message of the cancelled payment may come last.
  await one.sendMessage('canceled')
  expect(await one.open()).toMatchObject({ status: 409, code: 'payment_open' })
  merchant.pay(one.number)
  await one.back()
  expect(await one.state()).toEqual(paid)
})

test('a wallet that pays while a page is being opened has paid the order, and no page opens', async () => {
  const one = await walletOrder()
  const secret = await secretOf(one.open())
  merchant.interrupt(/\/cancel$/, () => void merchant.confirm(secret))
  expect((await one.payNow()).answer.data).toEqual({ status: 'confirmed', paymentUrl: null })
  expect(merchant.sessions(one.number)).toEqual([])
  expect(await one.state()).toEqual(paid)
})

test('while the bank decides about a wallet, no page opens', async () => {
  const one = await walletOrder()
  merchant.confirm(await secretOf(one.open()), 'delayed')
  expect((await one.payNow()).answer.data).toEqual({ status: 'pending', paymentUrl: null })
  expect(merchant.sessions(one.number)).toEqual([])
  Object.assign(one.intent(), { status: 'succeeded', amount_received: one.intent().amount })
  await one.back()
  expect(await one.state()).toEqual(paid)
})

test('a wallet whose page opens in between is closed, and its secret stays unknown', async () => {
  const one = await walletOrder()
  merchant.interrupt(/\/payment_intents$/, one.payNow)
  expect(await one.open()).toMatchObject({ status: 409, code: 'payment_open' })
  expect(one.intent().status).toBe('canceled')
  merchant.pay(one.number)
  await one.back()
  expect(await one.state()).toEqual(paid)
})

test('page and wallet that open at once never can both be paid', async () => {
  for (let round = 0; round < 8; round++) {
    const one = await walletOrder()
    const [wallet, page] = await Promise.all([one.open(), one.payNow()])
    const canPay = [
      wallet.status === 200 && one.intent().status === 'requires_payment_method',
      page.answer.data?.paymentUrl !== null && page.status === 200,
    ]
    expect(canPay.filter(Boolean)).toHaveLength(1)
  }
})

test('an unreachable provider leaves the wallet as it is, and nothing is opened beside it', async () => {
  const one = await walletOrder()
  const secret = await secretOf(one.open())
  merchant.mood.close = 'down'
  expect(await one.payNow()).toMatchObject({ status: 503, code: 'payment_unavailable' })
  merchant.mood.close = 'fine'
  expect(merchant.sessions(one.number)).toEqual([])
  merchant.confirm(secret)
  await one.back()
  expect(await one.state()).toEqual(paid)
})

test('an order whose wallet has not paid in time, or that is cancelled, takes no money', async () => {
  const [late, cancelled] = [await walletOrder(), await walletOrder()]
  const secrets = [await secretOf(late.open()), await secretOf(cancelled.open())]
  await late.late()
  await client(app).send(cancelOrder, cancelled.which)
  await shop.poll()
  for (const secret of secrets) expect(() => merchant.confirm(secret)).toThrow('canceled')
  for (const one of [late, cancelled])
    expect(await one.state()).toEqual({ status: 'cancelled', held: 0, stock: [5, 5] })
  expect(await late.open()).toMatchObject({ status: 409, code: 'wrong_status' })
})

test('the clock of the database decides that a wallet has not paid in time', async () => {
  const one = await walletOrder()
  await one.open()
  await one.late()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 3_600_000 })
  await shop.poll().finally(() => vi.useRealTimers())
  expect(await one.state()).toMatchObject({ status: 'cancelled' })
})

test('money that a wallet reserves is taken later', async () => {
  await storeSettings(db, { 'payment.take_money': 'shipping' })
  const [one, late] = [await walletOrder(), await walletOrder()]
  await storeSettings(db, { 'payment.take_money': 'order' })
  merchant.confirm(await secretOf(one.open()))
  expect(one.intent()).toMatchObject({ capture_method: 'manual', status: 'requires_capture' })
  // Opening a page would release what is reserved.
  expect((await one.payNow()).answer.data).toEqual({ status: 'confirmed', paymentUrl: null })
  expect(await one.state()).toMatchObject({ status: 'confirmed', held: 0 })
  // Closing at the deadline would release it, too.
  merchant.confirm(await secretOf(late.open()))
  await late.late()
  await shop.poll()
  expect(late.intent().status).toBe('requires_capture')
  expect(await late.state()).toMatchObject({ status: 'confirmed', held: 0 })
})

test('staff cannot change an order that a wallet may be paying', async () => {
  const one = await walletOrder()
  await one.open()
  const lines = [{ lineId: 1, quantity: 1 }]
  expect(await staff.browser.send(editOrderLines, { number: one.number, lines })).toMatchObject({
    status: 409,
    code: 'payment_open',
  })
})

test('opens nothing for strangers, from another shop, or for an order of another method', async () => {
  const one = await walletOrder()
  expect(await client(app).send(openWalletPayment, { number: one.number })).toMatchObject({ status: 404 })
  const elsewhere = client(app, { host: 'other.example' })
  expect(await elsewhere.send(openWalletPayment, one.which)).toMatchObject({ status: 404 })
  expect(merchant.intents(one.number)).toEqual([])
  const items = [{ productid: goods.mug, quantity: 1 }]
  const { number, accessToken } = (await order(client(app), { items })).answer.data
  expect(await client(app).send(openWalletPayment, { number, accessToken })).toMatchObject({
    status: 409,
    code: 'wrong_status',
  })
})

test('a message about a payment that the shop did not open changes nothing', async () => {
  const one = await walletOrder()
  await one.open()
  const { payload, headers } = merchant.foreignIntentMessage()
  expect(await shop.deliver({ payload, headers })).toBe(200)
  expect(await one.state()).toEqual({ status: 'pending', held: 0, stock: [5, 3] })
})

test('the dispute of a payment by wallet is noted with its order', async () => {
  const one = await walletOrder()
  merchant.confirm(await secretOf(one.open()))
  await one.back()
  const dispute = merchant.dispute(one.number)
  await shop.deliver(merchant.objectMessage('charge.dispute.created', dispute))
  const found = await db
    .selectFrom('payment_dispute')
    .select('amount')
    .where('reference', '=', dispute.id)
    .executeTakeFirst()
  expect(found).toEqual({ amount: 200_000 })
  dispute.status = 'won'
  await shop.deliver(merchant.objectMessage('charge.dispute.closed', dispute))
})

/** An order whose deposit a wallet is to pay. */
async function depositOrder(settings: object = {}) {
  const deposit = { 'payment.cod': true, 'payment.cod_deposit': 'percent', 'payment.cod_deposit_percent': 20 }
  await storeSettings(db, { ...deposit, ...settings })
  merchant.mood.open = 'down'
  const one = await walletOrder({ paymentMethod: 'cod', expectedDeposit: 400, byWallet: false })
  merchant.mood.open = 'fine'
  await storeSettings(db, { 'payment.cod_deposit': 'off', 'payment.take_money': 'order' })
  return one
}

test('a wallet pays a deposit at once in a shop that takes money when it ships', async () => {
  const one = await depositOrder({ 'payment.take_money': 'shipping' })
  merchant.confirm(await secretOf(one.open()))
  await one.back()
  expect(await one.state()).toEqual({ ...paid, held: 40_000 })
})

test('the page of a deposit takes the place of its wallet', async () => {
  const one = await depositOrder()
  await one.open()
  expect(one.intent().amount).toBe(40_000)
  await one.payNow()
  merchant.pay(one.number)
  await one.back()
  expect(await one.state()).toEqual({ ...paid, held: 40_000 })
})

test('leaves no integrity findings', async () => {
  expect(await runIntegrityChecks(db, { shopId: 1, locale: 'en-IN' })).toEqual([])
})
