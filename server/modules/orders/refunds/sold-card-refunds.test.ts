import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { confirmOrder } from '#contract/orders/admin-order.ts'
import { refundOrder } from '#contract/orders/payment/refund.ts'
import { stripeApp } from '#test/harness/app/stripe-app.ts'
import { giftCardShop } from '#test/harness/data/gift-card-shop.ts'
import { requireNoProblems } from '#test/harness/data/gift-card.ts'
import { order } from '#test/harness/data/order.ts'
import { cardOrder } from '#test/harness/data/paid-order.ts'
import { stranger } from '#test/harness/people/account.ts'

const { app, db, stripe, stop } = await stripeApp()
afterAll(stop)
const { staff, goods, cup, gift, cardsOf, read, refund, deactivate, byTransfer, passOf } = await giftCardShop(
  { app, db },
)
afterEach(() => requireNoProblems(db))

describe('a refund', () => {
  const lines = (quantity: number) => [{ position: 0, quantity }]

  test('ends unused cards with their money, and leaves the others', async () => {
    const { number } = await byTransfer([gift(2)])
    await staff.send(confirmOrder, { number })
    expect((await refund({ number, lines: lines(1), reason: 'Bought twice' })).status).toBe(200)
    const cards = await cardsOf(number)
    expect(cards).toMatchObject([
      { balance: 0, isActive: false, sendAt: null },
      { balance: 100_000, isActive: true },
    ])
    expect(await read(number)).toMatchObject({ refunded: 1000 })
    expect((await refund({ number, lines: lines(1), reason: '' })).status).toBe(200)
    expect((await read(number)).status).toBe('refunded')
  })

  test('of a used card, or of money beside a valid one, is refused', async () => {
    const { number } = await byTransfer([gift(1), { productid: cup, quantity: 1 }])
    await staff.send(confirmOrder, { number })
    const [sold] = await cardsOf(number)
    const used = { status: 409, code: 'card_used' }
    expect(await refund({ number, amount: 600 })).toMatchObject(used)
    expect(await refund({ number, amount: 100 })).toMatchObject({ status: 200 })
    const paid = await order(stranger(app), {
      items: [{ productid: cup, quantity: 1 }],
      giftCards: [await passOf(sold!.id)],
    })
    expect(paid.status).toBe(201)
    const preview = await staff.send(refundOrder, { number, lines: lines(1), preview: true })
    expect(preview).toMatchObject({
      ...used,
      message: expect.stringMatching(/^One gift card of this line was used/),
    })
    expect(await refund({ number, lines: lines(1) })).toMatchObject(used)
    expect(await cardsOf(number)).toMatchObject([{ isActive: true }])
  })

  test('ends a card that staff have deactivated with its money, before the others', async () => {
    const { number } = await byTransfer([gift(2)])
    await staff.send(confirmOrder, { number })
    const [, second] = await cardsOf(number)
    await deactivate(second!.id)
    expect((await refund({ number, lines: lines(1) })).status).toBe(200)
    expect(await cardsOf(number)).toMatchObject([
      { balance: 100_000, isActive: true },
      { balance: 0, isActive: false },
    ])
    const [first] = await cardsOf(number)
    await deactivate(first!.id)
    expect((await refund({ number, lines: lines(1) })).status).toBe(200)
    expect((await cardsOf(number)).map(({ balance }) => balance)).toEqual([0, 0])
    expect((await read(number)).status).toBe('refunded')
  })

  test('that is repeated after the provider has refused it ends no second card', async () => {
    const online = await cardOrder({ app, db, stripe, goods }, { items: [gift(3)] })
    const { number } = online
    online.pay()
    await online.event()
    expect((await refund({ number, lines: lines(1) })).status).toBe(200)
    stripe.mood.refund = 'no'
    await online.refund()
    stripe.mood.refund = 'fine'
    expect(await read(number)).toMatchObject({ refunded: 0 })
    const balances = async () => (await cardsOf(number)).map(({ balance }) => balance)
    expect(await balances()).toEqual([0, 100_000, 100_000])
    expect((await refund({ number, lines: lines(1) })).status).toBe(200)
    expect(await balances()).toEqual([0, 100_000, 100_000])
    expect((await refund({ number, lines: lines(2) })).status).toBe(200)
    expect(await balances()).toEqual([0, 0, 0])
    await online.refund()
    expect(await read(number)).toMatchObject({ status: 'refunded', refunded: 3000 })
  })

  test('and a payment with the same card at the same time: one of them wins', async () => {
    for (let round = 0; round < 3; round++) {
      const { number } = await byTransfer([gift(1)])
      await staff.send(confirmOrder, { number })
      const [sold] = await cardsOf(number)
      const pass = await passOf(sold!.id)
      const [refunded, placed] = await Promise.all([
        refund({ number, lines: lines(1) }),
        order(stranger(app), { items: [{ productid: cup, quantity: 1 }], giftCards: [pass] }),
      ])
      expect([refunded.status, placed.status].toSorted((a, b) => a - b)).toEqual(
        refunded.status === 200 ? [200, 409] : [201, 409],
      )
      const [after] = await cardsOf(number)
      expect(after).toMatchObject(
        refunded.status === 200 ? { balance: 0, isActive: false } : { isActive: true },
      )
    }
  })
})
