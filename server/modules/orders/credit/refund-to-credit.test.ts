import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { getStoreCredit } from '#contract/credit/store-credit.ts'
import { getAdminOrder } from '#contract/orders/admin-order.ts'
import { editOrderLines, undoOrderEdit } from '#contract/orders/edit-order.ts'
import { refundOrder } from '#contract/orders/payment/refund.ts'
import { processRefunds } from '#server/modules/orders/index.ts'
import { keyedHash } from '#server/platform/keyed-hash.ts'
import { stripeApp } from '#test/harness/app/stripe-app.ts'
import { fixedPayments } from '#test/harness/app/fixed-payments.ts'
import { cupShop } from '#test/harness/data/cup-shop.ts'
import { balanceOf, requireNoProblems, newGiftCard } from '#test/harness/data/gift-card.ts'
import { order } from '#test/harness/data/order.ts'
import { authSecret, cardOrder } from '#test/harness/data/paid-order.ts'
import { newcomer, staffWith, stranger } from '#test/harness/people/account.ts'

const { app, db, stripe, stop } = await stripeApp()
afterAll(stop)
const { staff, goods, cup } = await cupShop({ app, db })
afterEach(() => requireNoProblems(db))

const shopper = stranger(app)
const card = (amount: number) => newGiftCard({ staff, shopper }, amount)
const refund = (input: object, who = staff) =>
  who.send(refundOrder, input, { 'idempotency-key': randomUUID() })
const read = async (number: string) => (await staff.send(getAdminOrder, { number })).answer.data

/** A paid order of 2,000 of which a gift card has paid 600 and Stripe the rest. */
async function shared(input: object = {}) {
  const gift = await card(600)
  const online = await cardOrder({ app, db, stripe, goods }, { giftCards: [gift.pass], ...input })
  online.pay()
  await online.back()
  return { gift, online, number: online.number }
}

describe('a refund', () => {
  test('goes to the provider first, and to the gift card after it', async () => {
    const { gift, online, number } = await shared()
    const preview = await staff.send(refundOrder, { number, amount: 1500, preview: true })
    expect(preview.answer.data.parts).toEqual([
      { name: 'Card', amount: 1400, isManual: false },
      { name: `Gift card •••• ${gift.code.slice(-4)}`, amount: 100, isManual: false },
    ])
    await refund({ number, amount: 1000 })
    expect(await balanceOf(db, gift.id)).toBe(0)
    await refund({ number, amount: 1000 })
    expect(await balanceOf(db, gift.id)).toBe(60_000)
    await online.refund()
    const { refunds, status } = await read(number)
    expect(status).toBe('refunded')
    expect(refunds).toMatchObject([
      { amount: 1000, status: 'done', to: 'Card' },
      { amount: 400, status: 'done', to: 'Card' },
      { amount: 600, status: 'done', to: `Gift card •••• ${gift.code.slice(-4)}` },
    ])
    const email = await db
      .selectFrom('email')
      .select('body_text')
      .where('template', '=', 'order_refunded')
      .where('body_text', 'like', '%gift card%')
      .executeTakeFirstOrThrow()
    expect(email.body_text).toContain('We’ve refunded ₹600.00 to your gift card ••••')
  })

  test('goes to the store credit of the customer', async () => {
    const customer = await newcomer(db, app)
    const items = [{ productid: cup, quantity: 2 }]
    const { number } = (await order(customer.browser, { items, paymentMethod: 'stripe' })).answer.data
    stripe.pay(number)
    await sql`update payment set next_poll_at = now()`.execute(db)
    const { pollPayments } = await import('#server/modules/orders/index.ts')
    await pollPayments(db, { online: fixedPayments([stripe.provider]), keyedHash: keyedHash(authSecret) })
    expect(
      (await staff.send(refundOrder, { number, amount: 300, preview: true, to: 'store_credit' })).answer.data,
    ).toMatchObject({ parts: [{ name: 'Store credit', amount: 300, isManual: false }], left: 700 })
    expect(await refund({ number, amount: 300, to: 'store_credit' })).toMatchObject({
      status: 200,
      answer: { data: { refund: { status: 'done' } } },
    })
    expect((await staff.send(getStoreCredit, { id: customer.id })).answer.data).toMatchObject({
      hasAccount: true,
      balance: 300,
      entries: [{ kind: 'refunded', amount: 300, order: number }],
    })
    // The next order is paid with it.
    const next = await order(customer.browser, { items, storeCredit: true, expectedCredit: 300 })
    expect(next.status).toBe(201)
  })

  test('goes to a new gift card, which is emailed', async () => {
    const { gift, number } = await shared()
    await refund({ number, amount: 2000, to: 'gift_card' })
    expect(await balanceOf(db, gift.id)).toBe(0)
    const { rows } = await sql<{ balance: number; email: string }>`
      select a.balance, g.recipient_email as email from credit_account a
      join gift_card g on g.account_id = a.id where a.id <> ${gift.id} order by a.id desc limit 1`.execute(db)
    expect(rows).toEqual([{ balance: 200_000, email: 'asha@example.com' }])
  })

  test('says why it cannot go somewhere, and does nothing', async () => {
    const { number } = await shared()
    expect(await refund({ number, amount: 100, to: 'store_credit' })).toMatchObject({
      status: 409,
      code: 'no_account',
    })
    expect(await refund({ number, amount: 100, to: 'elsewhere' })).toMatchObject({ status: 400 })
    expect(await refund({ number, amount: 2001 })).toMatchObject({ status: 409, code: 'exceeds_paid' })
    expect((await read(number)).refunds).toEqual([])
    const clerk = (await staffWith(db, app, ['orders'])).browser
    expect((await refund({ number, amount: 1 }, clerk)).status).toBe(403)
  })

  test('and a payment with the same card at the same time keep the balance right', async () => {
    for (let round = 0; round < 3; round++) {
      const { gift, number } = await shared()
      const [refunded, ...placed] = await Promise.all([
        refund({ number, amount: 2000 }),
        ...Array.from({ length: 3 }, () =>
          order(stranger(app), { items: [{ productid: cup, quantity: 1 }], giftCards: [gift.pass] }),
        ),
      ])
      expect(refunded.status).toBe(200)
      const spent = placed.filter(({ status }) => status === 201)
      for (const { status, code } of placed)
        if (status !== 201) expect([status, code]).toEqual([409, 'gift_card_refused'])
      const { rows } = await sql<{
        paid: number
      }>`select coalesce(sum(paid), 0)::bigint as paid from shop_order
        where number = any(${spent.map(({ answer }) => answer.data.number)})`.execute(db)
      expect(await balanceOf(db, gift.id)).toBe(60_000 - (rows[0]?.paid ?? 0))
    }
  })

  test('to an expired card lets it pay for thirty days more', async () => {
    const { gift, number } = await shared()
    await sql`update credit_account set expires_at = now() - interval '1 day' where id = ${gift.id}`.execute(
      db,
    )
    await refund({ number, amount: 2000 })
    const { rows } = await sql<{ days: number }>`
      select round(extract(epoch from expires_at - now()) / 86400)::int as days from credit_account where id = ${gift.id}`.execute(
      db,
    )
    expect(rows[0]?.days).toBe(30)
  })
})

describe('an edit', () => {
  test('of an order that a card has paid gives back what is left over, unless it is undone', async () => {
    const gift = await card(1000)
    const items = [{ productid: cup, quantity: 2 }]
    const { number } = (await order(stranger(app), { items, giftCards: [gift.pass] })).answer.data
    const edit = { number, lines: [{ lineId: 1, quantity: 1 }] }
    const { revision } = (await staff.send(editOrderLines, edit)).answer.data
    expect((await staff.send(undoOrderEdit, { number, id: revision! })).status).toBe(200)
    expect(await balanceOf(db, gift.id)).toBe(0)
    await staff.send(editOrderLines, edit)
    const deps = { online: fixedPayments([stripe.provider]), keyedHash: keyedHash(authSecret) }
    await processRefunds(db, deps)
    expect(await balanceOf(db, gift.id)).toBe(0)
    await sql`update refund set due_at = now() where status = 'waiting'`.execute(db)
    await Promise.all([processRefunds(db, deps), processRefunds(db, deps)])
    expect(await balanceOf(db, gift.id)).toBe(50_000)
  })

  test('of a cash order changes the cash, and never falls to what the card has paid', async () => {
    const gift = await card(500)
    const items = [{ productid: cup, quantity: 2 }]
    const { number } = (await order(stranger(app), { items, giftCards: [gift.pass] })).answer.data
    await staff.send(editOrderLines, { number, lines: [{ lineId: 1, quantity: 3 }] })
    expect(await read(number)).toMatchObject({ total: 1500, paid: 500, due: 1000 })
    expect(await staff.send(editOrderLines, { number, lines: [{ lineId: 1, quantity: 1 }] })).toMatchObject({
      status: 409,
      code: 'paid_in_part',
    })
    expect(await read(number)).toMatchObject({ total: 1500, paid: 500, due: 1000 })
  })
})
