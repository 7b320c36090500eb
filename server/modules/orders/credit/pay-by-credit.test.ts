import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { updateGiftCard } from '#contract/credit/gift-card.ts'
import { changeStoreCredit } from '#contract/credit/store-credit.ts'
import { confirmOrder, deliverOrder, fulfilOrder, getAdminOrder } from '#contract/orders/admin-order.ts'
import { getCheckout } from '#contract/orders/checkout.ts'
import { cancelOrder, getOrder } from '#contract/orders/order.ts'
import { choosePayment, getPaymentChoices } from '#contract/orders/payment/payment.ts'
import { stripeApp } from '#test/harness/app/stripe-app.ts'
import { cupShop } from '#test/harness/data/cup-shop.ts'
import { balanceOf, requireNoProblems, newGiftCard } from '#test/harness/data/gift-card.ts'
import { order } from '#test/harness/data/order.ts'
import { authSecret, cardOrder } from '#test/harness/data/paid-order.ts'
import { newcomer, stranger } from '#test/harness/people/account.ts'
import { client, type Client } from '#test/harness/people/client.ts'
import { readPdf } from '#test/harness/services/pdf.ts'
import { expireOrders } from '../order/expire-orders.ts'
import { keyedHash } from '#server/platform/keyed-hash.ts'

const { app, db, stripe, stop } = await stripeApp()
afterAll(stop)
const settings = { 'payment.bank_transfer': true, 'invoice.gstin': '27AAPFU0939F1ZV' }
const { staff, goods, cup } = await cupShop({ app, db }, settings)
await db.updateTable('shop').set({ address: '1 Market Road, Pune' }).execute()
afterEach(() => requireNoProblems(db))

const shopper = stranger(app)
const card = (amount: number) => newGiftCard({ staff, shopper }, amount)
const items = (quantity = 1) => [{ productid: cup, quantity }]
const place = (input: object, who: Client = stranger(app), key?: string) =>
  order(who, { items: items(), ...input }, key)
const seen = async (placed: { number: string; accessToken: string }) =>
  (await client(app).send(getOrder, { number: placed.number, accessToken: placed.accessToken })).answer.data

describe('the checkout', () => {
  const quote = async (input: object, who: Client = shopper) =>
    (await who.send(getCheckout, { items: JSON.stringify(items()), ...input })).answer.data

  test('shows what each card pays, and what is left', async () => {
    const [first, second, unneeded] = [await card(200), await card(400), await card(50)]
    const giftCards = [first, second, unneeded].map(({ pass }) => pass).join(' ')
    const { credit, paymentMethods, summary } = await quote({ giftCards })
    expect(credit).toMatchObject({
      cards: [
        { covers: 200, balance: 200, problem: null, ending: first.code.slice(-4) },
        { covers: 300, balance: 400 },
        { covers: 0, balance: 50 },
      ],
      covers: 500,
      rest: 0,
      storeCredit: null,
    })
    expect(paymentMethods).toMatchObject([{ id: 'gift_card' }])
    expect(summary.total).toBe(500)
    expect((await quote({ giftCards: `${first.pass} ${first.pass}` })).credit.cards).toHaveLength(1)
    expect((await quote({})).credit).toMatchObject({ cards: [], covers: 0, rest: 500 })
  })

  test('asks for a card again whose pass is forged', async () => {
    const { pass } = await card(100)
    const forged = `${Number(pass.split('.')[0]) + 1}.${pass.split('.').slice(1).join('.')}`
    expect((await quote({ giftCards: forged })).credit.cards).toMatchObject([
      { covers: 0, problem: 'Please enter this gift card again.' },
    ])
    expect(await place({ giftCards: [forged] })).toMatchObject({ status: 409, code: 'gift_card_refused' })
  })
})

describe('an order', () => {
  test('that a card pays in full is confirmed and paid, with the same tax and total', async () => {
    const { id, pass } = await card(700)
    const placed = await place({ giftCards: [pass], paymentMethod: 'bank_transfer', expectedCredit: 500 })
    expect(placed).toMatchObject({ status: 201, answer: { data: { status: 'confirmed', total: 500 } } })
    expect(await balanceOf(db, id)).toBe(20_000)
    const bare = (await place({})).answer.data
    const { credits, tax, total, due, paymentName } = await seen(placed.answer.data)
    expect(await seen(bare)).toMatchObject({ tax, total, credits: [], due: 500 })
    expect({ credits, due, paymentName }).toMatchObject({
      credits: [{ name: expect.stringMatching(/^Gift card •••• .{4}$/), amount: 500, givenBack: 0 }],
      due: 0,
      paymentName: 'Gift card',
    })
    const { payments } = (await staff.send(getAdminOrder, { number: placed.answer.data.number })).answer.data
    expect(payments).toMatchObject([{ status: 'paid', amount: 500, isManual: false }])
  })

  test('is paid in part by several cards and store credit, and the rest in cash', async () => {
    const customer = await newcomer(db, app)
    await staff.send(changeStoreCredit, { id: customer.id, change: 100, reason: 'Late delivery' })
    const [first, second] = [await card(150), await card(50)]
    const { credit } = (
      await customer.browser.send(getCheckout, {
        items: JSON.stringify(items()),
        giftCards: `${first.pass} ${second.pass}`,
        storeCredit: true,
      })
    ).answer.data
    expect(credit).toMatchObject({ covers: 300, rest: 200, storeCredit: { balance: 100, covers: 100 } })
    const giftCards = [first.pass, second.pass]
    const input = { giftCards, storeCredit: true, expectedCredit: 300, paymentMethod: 'cod' }
    const placed = await place(input, customer.browser)
    expect(placed.status).toBe(201)
    const { number } = placed.answer.data
    expect(await seen(placed.answer.data)).toMatchObject({ paid: 300, due: 200, status: 'confirmed' })
    const email = await db
      .selectFrom('email')
      .select('body_text')
      .where('template', '=', 'order_confirmed')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(email.body_text).toContain('Please pay ₹200.00 in cash')
    expect(email.body_text).toContain('Paid by store credit')
    await staff.send(fulfilOrder, { number })
    await staff.send(deliverOrder, { number })
    expect(await seen(placed.answer.data)).toMatchObject({ paid: 500, due: 0, status: 'delivered' })
    const url = `/api/orders/${number}/invoice?accessToken=${placed.answer.data.accessToken}`
    const { rawPayload } = await app.inject({ url, headers: { host: 'localhost' } })
    expect((await readPdf(rawPayload)).text).toContain('Paid by store credit')
  })

  test('waits for the transfer of the rest only', async () => {
    const { pass } = await card(120)
    const placed = (await place({ giftCards: [pass], paymentMethod: 'bank_transfer' })).answer.data
    expect(placed.status).toBe('pending')
    const email = await db
      .selectFrom('email')
      .select('body_text')
      .where('template', '=', 'order_received')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(email.body_text).toContain('Please transfer ₹380.00')
    const which = { number: placed.number, accessToken: placed.accessToken }
    const methods = (await client(app).send(getPaymentChoices, which)).answer.data
    expect(methods.map(({ id }: { id: string }) => id)).toContain('stripe')
    await staff.send(confirmOrder, { number: placed.number })
    expect(await seen(placed)).toMatchObject({ paid: 500, due: 0, status: 'confirmed' })
  })

  test('changes to cash for the rest', async () => {
    const { pass } = await card(120)
    const placed = (await place({ giftCards: [pass], paymentMethod: 'bank_transfer' })).answer.data
    const which = { number: placed.number, accessToken: placed.accessToken }
    await client(app).send(choosePayment, { ...which, paymentMethod: 'cod' })
    expect(await seen(placed)).toMatchObject({ paid: 120, due: 380, status: 'confirmed' })
  })

  test('asks the provider for the rest, and is confirmed by it', async () => {
    const { id, pass } = await card(600)
    const online = await cardOrder({ app, db, stripe, goods }, { giftCards: [pass] })
    expect(await online.seen()).toMatchObject({ status: 'pending', total: 2000, paid: 600, due: 1400 })
    online.pay()
    await online.back()
    expect(await online.outcome()).toMatchObject({ status: 'confirmed', paid: 200_000 })
    expect(await balanceOf(db, id)).toBe(0)
  })

  test('gives the money back when its payment fails, it expires, or it is cancelled', async () => {
    const first = await card(600)
    const online = await cardOrder({ app, db, stripe, goods }, { giftCards: [first.pass] })
    await online.late()
    await online.poll()
    expect(await online.outcome()).toMatchObject({ status: 'cancelled', paid: 60_000, refunded: 60_000 })
    expect(await balanceOf(db, first.id)).toBe(60_000)

    const second = await card(100)
    const expired = (await place({ giftCards: [second.pass], paymentMethod: 'bank_transfer' })).answer.data
    await sql`update shop_order set reserved_until = now() - interval '1 minute' where number = ${expired.number}`.execute(
      db,
    )
    await expireOrders(db, keyedHash(authSecret))
    expect(await balanceOf(db, second.id)).toBe(10_000)

    const third = await card(800)
    const cancelled = (await place({ giftCards: [third.pass] })).answer.data
    expect(await balanceOf(db, third.id)).toBe(30_000)
    await client(app).send(cancelOrder, { number: cancelled.number, accessToken: cancelled.accessToken })
    expect(await balanceOf(db, third.id)).toBe(80_000)
    expect((await seen(cancelled)).credits).toMatchObject([{ amount: 500, givenBack: 500 }])
    const email = await db
      .selectFrom('email')
      .select('body_text')
      .where('template', '=', 'order_cancelled')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(email.body_text).toMatch(/₹500\.00 is back on your gift card •••• .{4}\./)
    expect(email.body_text).not.toContain('We’ll refund')
  })

  test('that does not come about takes nothing', async () => {
    const { id, pass } = await card(100)
    const refused = await place({ giftCards: [pass], items: items(5000) })
    expect(refused.status).toBeGreaterThanOrEqual(400)
    expect(await place({ giftCards: [pass], expectedCredit: 90 })).toMatchObject({
      status: 409,
      code: 'credit_changed',
      issues: [{ path: 'giftCards' }],
    })
    expect(await place({ giftCards: [pass], paymentMethod: 'gift_card' })).toMatchObject({ status: 400 })
    await staff.send(updateGiftCard, { id, isActive: false })
    expect(await place({ giftCards: [pass] })).toMatchObject({
      status: 409,
      code: 'gift_card_refused',
      message: expect.stringContaining('was deactivated'),
    })
    expect(await balanceOf(db, id)).toBe(10_000)
  })

  test('repeated under its key spends once', async () => {
    const { id, pass } = await card(800)
    const who = stranger(app)
    const key = randomUUID()
    await who.send(getCheckout, { items: JSON.stringify(items()) })
    const answers = await Promise.all(Array.from({ length: 8 }, () => place({ giftCards: [pass] }, who, key)))
    const numbers = new Set(
      answers.filter(({ status }) => status === 201).map((one) => one.answer.data.number),
    )
    expect(numbers.size).toBe(1)
    expect(await balanceOf(db, id)).toBe(30_000)
  })
})

describe('at the same time', () => {
  test('one card never pays two orders beyond its balance', async () => {
    const { id, pass } = await card(1200)
    const input = { giftCards: [pass], paymentMethod: 'bank_transfer', expectedCredit: 500 }
    const answers = await Promise.all(Array.from({ length: 12 }, () => place(input)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(2)
    for (const { status, code } of answers)
      if (status !== 201) expect([code, status]).toEqual(['credit_changed', 409])
    expect(await balanceOf(db, id)).toBe(20_000)
  })

  test('two cards in both orders do not wait for each other for ever', async () => {
    const [first, second] = [await card(5000), await card(5000)]
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) => {
        const passes = n % 2 ? [first.pass, second.pass] : [second.pass, first.pass]
        return place({ giftCards: passes, items: items(2) })
      }),
    )
    // 12,000 are wanted of 10,000, so the last ones find an empty card.
    for (const { status, code } of answers)
      if (status !== 201) expect([status, code]).toEqual([409, 'gift_card_refused'])
    expect(answers.filter(({ status }) => status === 201).length).toBeGreaterThanOrEqual(5)
    const { rows } = await sql<{ paid: number }>`select sum(paid)::bigint as paid from shop_order
      where number = any(${answers.flatMap(({ status, answer }) => (status === 201 ? [answer.data.number] : []))})`.execute(
      db,
    )
    expect(rows[0]?.paid).toBe(1_000_000 - (await balanceOf(db, first.id)) - (await balanceOf(db, second.id)))
  })

  test('cancelling gives back what another order takes', async () => {
    const { id, pass } = await card(500)
    for (let round = 0; round < 4; round++) {
      const { number, accessToken } = (await place({ giftCards: [pass] })).answer.data
      const [cancelled, placed] = await Promise.all([
        client(app).send(cancelOrder, { number, accessToken }),
        place({ giftCards: [pass], paymentMethod: 'cod' }),
      ])
      expect(cancelled.status).toBe(200)
      if (placed.status !== 201) expect(placed).toMatchObject({ code: 'gift_card_refused' })
      else {
        const { number: other, accessToken: token } = placed.answer.data
        await client(app).send(cancelOrder, { number: other, accessToken: token })
      }
      expect(await balanceOf(db, id)).toBe(50_000)
    }
  })
})
