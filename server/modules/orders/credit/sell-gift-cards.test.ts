import { sql } from 'kysely'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { confirmOrder, fulfilOrder } from '#contract/orders/admin-order.ts'
import { getCheckout } from '#contract/orders/checkout.ts'
import { editOrderLines } from '#contract/orders/edit-order.ts'
import { cancelWithdrawn, releaseOrder } from '#contract/orders/hold.ts'
import { choosePayment, getPaymentChoices } from '#contract/orders/payment/payment.ts'
import { withdraw } from '#contract/orders/return.ts'
import { keyedHash } from '#server/platform/keyed-hash.ts'
import { stripeApp } from '#test/harness/app/stripe-app.ts'
import { newCoupon } from '#test/harness/data/coupon.ts'
import { giftCardShop } from '#test/harness/data/gift-card-shop.ts'
import { newGiftCard, requireNoProblems } from '#test/harness/data/gift-card.ts'
import { manualOrder, order } from '#test/harness/data/order.ts'
import { authSecret, cardOrder } from '#test/harness/data/paid-order.ts'
import { stranger } from '#test/harness/people/account.ts'
import { client } from '#test/harness/people/client.ts'
import { expireOrders } from '../order/expire-orders.ts'

const { app, db, stripe, stop } = await stripeApp()
afterAll(stop)
const { staff, goods, cup, fiveHundred, thousand, gift, cardsOf, read, refund, byTransfer } =
  await giftCardShop({ app, db })
afterEach(() => requireNoProblems(db))

describe('an order of gift cards', () => {
  test('that is paid online issues one card for each unit, without tax and delivery, and is delivered', async () => {
    const online = await cardOrder({ app, db, stripe, goods }, { items: [gift(2)] })
    expect(await cardsOf(online.number)).toEqual([])
    online.pay()
    await Promise.all([online.event(), online.event(), online.back(), online.poll()])
    await online.event()
    const cards = await cardsOf(online.number)
    expect(cards).toMatchObject([{ balance: 100_000 }, { balance: 100_000, email: 'asha@example.com' }])
    expect(await read(online.number)).toMatchObject({
      status: 'delivered',
      total: 2000,
      tax: 0,
      shipping: 0,
      shippingName: 'By email',
      lines: [{ lefttoship: 0 }],
    })
    expect((await online.outcome()).events).toEqual(
      expect.arrayContaining(['paid', 'confirmed', 'cards_issued', 'delivered']),
    )
  })

  test('that is paid by transfer issues them when staff mark it as paid, once', async () => {
    const { number } = await byTransfer([gift(3)])
    const answers = await Promise.all([1, 2, 3].map(() => staff.send(confirmOrder, { number })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await cardsOf(number)).toHaveLength(3)
  })

  test('that is not paid issues none, even if staff and the deadline meet', async () => {
    const { number } = await byTransfer([gift(1)])
    await sql`update shop_order set reserved_until = now() - interval '1 minute' where number = ${number}`.execute(
      db,
    )
    const [confirmed] = await Promise.all([
      staff.send(confirmOrder, { number }),
      expireOrders(db, keyedHash(authSecret)),
    ])
    expect(await cardsOf(number)).toHaveLength(confirmed.status === 200 ? 1 : 0)
    expect((await read(number)).status).toBe(confirmed.status === 200 ? 'delivered' : 'cancelled')
  })

  test('on hold is confirmed, and issues its cards only once staff release it', async () => {
    for (const isReleased of [true, false]) {
      const { number } = await byTransfer([gift(1)])
      await stranger(app).send(withdraw, { number, email: 'asha@example.com' })
      expect((await read(number)).hold).not.toBeNull()
      expect((await staff.send(confirmOrder, { number })).status).toBe(200)
      expect(await cardsOf(number)).toEqual([])
      const { status, message } = await (isReleased
        ? staff.send(releaseOrder, { number, reason: 'The buyer wants it after all' })
        : staff.send(cancelWithdrawn, { number }))
      expect(status, message).toBe(200)
      expect(await cardsOf(number)).toHaveLength(isReleased ? 1 : 0)
      expect((await read(number)).status).toBe(isReleased ? 'delivered' : 'cancelled')
    }
  })

  test('issues no card for a price of 0, and its line is refunded with the others', async () => {
    const free = await goods.add('Free gift card', {
      taxClass: 'gift_card',
      offer: 10_000,
      variants: [{ price: 50_000, tracked: false }],
    })
    const items = [
      { productid: free, quantity: 2 },
      { productid: cup, quantity: 2 },
    ]
    const { number } = await byTransfer(items)
    await staff.send(confirmOrder, { number })
    expect(await cardsOf(number)).toEqual([])
    expect((await read(number)).lines.map(({ lefttoship }) => lefttoship)).toEqual([0, 2])
    const both = [0, 1].map((position) => ({ position, quantity: 1 }))
    const refunded = await refund({ number, lines: both })
    expect(refunded.status, refunded.message).toBe(200)
    expect(await read(number)).toMatchObject({ refunded: 500 })
  })

  test('of more cards than one statement writes issues and ends each of them', async () => {
    const items = [gift(999), { ...gift(999), variantid: fiveHundred }]
    const { number } = await byTransfer(items)
    expect((await staff.send(confirmOrder, { number })).status).toBe(200)
    const worth = async () =>
      (
        await sql<{ position: number; cards: number; issued: number; balance: number; dropped: number }>`
          select g.order_position as position, count(*)::int as cards, sum(e.amount)::int as issued,
            sum(a.balance)::int as balance, count(*) filter (where g.sealed_code is null)::int as dropped
          from gift_card g join credit_account a on a.id = g.account_id join shop_order o on o.id = g.order_id
          join credit_entry e on e.account_id = a.id and e.kind = 'issued' and e.amount = case g.order_position when 0 then 100000 else 50000 end
          where o.number = ${number} group by 1 order by 1`.execute(db)
      ).rows
    const [thousands, fives] = [
      { position: 0, cards: 999, issued: 99_900_000 },
      { position: 1, cards: 999, issued: 49_950_000 },
    ]
    expect(await worth()).toEqual([
      { ...thousands, balance: 99_900_000, dropped: 0 },
      { ...fives, balance: 49_950_000, dropped: 0 },
    ])
    const all = [0, 1].map((position) => ({ position, quantity: 999 }))
    expect((await refund({ number, lines: all })).status).toBe(200)
    expect(await worth()).toEqual([
      { ...thousands, balance: 0, dropped: 999 },
      { ...fives, balance: 0, dropped: 999 },
    ])
  })

  test('goes to whom the buyer has named, on the day of the shop', async () => {
    const to = { email: 'Rose@example.com', name: 'Rose', message: 'For you', sendOn: '2126-03-01' }
    const { number } = await byTransfer([gift(1)], { gift: to })
    await staff.send(confirmOrder, { number })
    const { rows } = await sql`
      select recipient_email as email, recipient_name as name, sender_name as sender, message, send_at as at
      from gift_card g join shop_order o on o.id = g.order_id where o.number = ${number}`.execute(db)
    expect(rows).toEqual([
      {
        email: 'rose@example.com',
        name: 'Rose',
        sender: 'Asha Rao',
        message: 'For you',
        // Midnight in India.
        at: new Date('2126-02-28T18:30:00Z'),
      },
    ])
    const other = { ...to, email: 'rose' }
    expect((await order(stranger(app), { items: [gift(1)], gift: other })).status).toBe(400)
  })

  test('issues no second card for a unit: the database refuses it', async () => {
    const { number } = await byTransfer([gift(1)])
    await staff.send(confirmOrder, { number })
    await expect(
      sql`
        insert into gift_card (config_id, account_id, code_hash, ending, order_id, order_position, order_unit)
        select g.config_id, (select max(account_id) + 1 from gift_card), repeat('y', 43), 'ABCD', g.order_id, 0, 0
        from gift_card g join shop_order o on o.id = g.order_id where o.number = ${number}`.execute(db),
    ).rejects.toThrow('gift_card_unit')
  })
})

test('goods beside a gift card ship as usual, and neither coupon nor free delivery counts the card', async () => {
  const { code } = await newCoupon(db, { kind: 'percent', percent: 1_000, amount: null })
  const items = [gift(1), { productid: cup, quantity: 1 }]
  const { summary, shippingMethods, paymentMethods } = (
    await stranger(app).send(getCheckout, { items: JSON.stringify(items), coupon: code })
  ).answer.data
  expect(summary).toMatchObject({ subtotal: 1500, coupon: 50, shipping: 50 })
  expect(shippingMethods.map(({ id }) => id)).toContain('standard')
  expect(paymentMethods.map(({ id }) => id)).not.toContain('cod')
  const { number } = await byTransfer(items, { coupon: code })
  await staff.send(confirmOrder, { number })
  const { status, lines, isPartlyShipped } = await read(number)
  expect({ status, isPartlyShipped }).toEqual({ status: 'confirmed', isPartlyShipped: true })
  expect(lines.map(({ lefttoship }) => lefttoship)).toEqual([0, 1])
  await staff.send(fulfilOrder, { number })
  expect((await read(number)).status).toBe('shipped')
  expect(await cardsOf(number)).toMatchObject([{ balance: 100_000 }])
})

describe('gift cards are not sold', () => {
  const refused = { status: 409, code: 'gift_card_refused' }

  test('for cash on delivery, then or later', async () => {
    const paidLater = { items: [gift(1)], paymentMethod: 'cod' }
    expect(await order(stranger(app), paidLater)).toMatchObject(refused)
    const { number, accessToken } = await byTransfer([gift(1), { productid: cup, quantity: 1 }])
    const which = { number, accessToken }
    const choices = (await client(app).send(getPaymentChoices, which)).answer.data
    expect(choices.map(({ id }: { id: string }) => id)).not.toContain('cod')
    const changed = await client(app).send(choosePayment, { ...which, paymentMethod: 'cod' })
    expect(changed.status).toBe(400)
  })

  test('for a gift card', async () => {
    const { pass } = await newGiftCard({ staff, shopper: stranger(app) }, 700)
    const items = [gift(1)]
    const { credit } = (
      await stranger(app).send(getCheckout, { items: JSON.stringify(items), giftCards: pass })
    ).answer.data
    expect(credit).toMatchObject({
      covers: 0,
      rest: 1000,
      cards: [{ problem: expect.stringMatching(/can’t be bought/) }],
    })
    expect(
      await order(stranger(app), {
        items,
        giftCards: [pass],
        expectedCredit: 0,
        paymentMethod: 'bank_transfer',
      }),
    ).toMatchObject(refused)
  })

  test('by staff, and an order with one is not edited', async () => {
    expect(await manualOrder(staff, { items: [gift(1)] })).toMatchObject(refused)
    const { number } = await byTransfer([gift(1)])
    const edit = { number, lines: [{ lineId: 1, quantity: 2 }] }
    expect(await staff.send(editOrderLines, edit)).toMatchObject({ status: 409, code: 'has_gift_cards' })
    const goodsOnly = await byTransfer([{ productid: cup, quantity: 1 }])
    const added = { number: goodsOnly.number, lines: [{ variantid: thousand, quantity: 1 }] }
    expect(await staff.send(editOrderLines, added)).toMatchObject({ status: 409, code: 'has_gift_cards' })
  })
})
