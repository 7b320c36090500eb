import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { checkGiftCard } from '#contract/credit/checkout-credit.ts'
import { replaceGiftCardCode, updateGiftCard } from '#contract/credit/gift-card.ts'
import { getAdminOrder } from '#contract/orders/admin-order.ts'
import { refundOrder } from '#contract/orders/payment/refund.ts'
import type { Database } from '#server/db/connect.ts'
import { newcomer, stranger } from '../people/account.ts'
import { makeGoods, variantsOf } from './goods.ts'
import { order } from './order.ts'
import { storeSettings } from './settings.ts'

/** A shop that sells gift cards of 500.00 and 1,000.00 and a cup for 500.00, with staff who refund. */
export async function giftCardShop({ app, db }: { app: FastifyInstance; db: Database }) {
  const { browser: staff } = await newcomer(db, app, { role_id: 1 })
  const goods = await makeGoods(db)
  const cup = await goods.add('Cup', { gst: 1_800, variants: [{ price: 50_000, stock: 1000 }] })
  const card = await goods.add('Gift card', {
    options: ['Amount'],
    taxClass: 'gift_card',
    variants: [
      { price: 50_000, tracked: false, options: { Amount: '500' } },
      { price: 100_000, tracked: false, options: { Amount: '1000' } },
    ],
  })
  const [fiveHundred = 0, thousand = 0] = await variantsOf(db, card)
  await storeSettings(db, {
    'payment.cod': true,
    'payment.bank_transfer': true,
    'shipping.flat': 5000,
    'shipping.free_from': 100_000,
  })
  return {
    staff,
    goods,
    cup,
    card,
    fiveHundred,
    thousand,
    /** An item of cards worth 1,000.00. */
    gift: (quantity: number) => ({ productid: card, variantid: thousand, quantity }),
    cardsOf: async (number: string) =>
      (
        await sql<{ id: number; balance: number; isActive: boolean; email: string; sendAt: Date | null }>`
          select a.id, a.balance, a.deactivated_at is null as "isActive", g.recipient_email as email, g.send_at as "sendAt"
          from gift_card g join credit_account a on a.id = g.account_id join shop_order o on o.id = g.order_id
          where o.number = ${number} order by g.order_position, g.order_unit`.execute(db)
      ).rows,
    read: async (number: string) => (await staff.send(getAdminOrder, { number })).answer.data,
    refund: (input: object) => staff.send(refundOrder, input, { 'idempotency-key': randomUUID() }),
    deactivate: async (id: number) =>
      expect((await staff.send(updateGiftCard, { id, isActive: false })).status).toBe(200),
    byTransfer: async (items: object[], input: object = {}) => {
      const placed = await order(stranger(app), { items, paymentMethod: 'bank_transfer', ...input })
      expect(placed.status, placed.message).toBe(201)
      return placed.answer.data
    },
    /** A pass that pays at the checkout with a card that was sold. */
    passOf: async (id: number) => {
      const key = { 'idempotency-key': randomUUID() }
      const { code } = (await staff.send(replaceGiftCardCode, { id }, key)).answer.data
      return (await stranger(app).send(checkGiftCard, { code: code! })).answer.data.pass
    },
  }
}
