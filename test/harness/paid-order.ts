import type { FastifyInstance } from 'fastify'
import { cancelOrder, getOrder } from '#contract/order.ts'
import { payOrder, refreshOrder } from '#contract/payment.ts'
import type { Database } from '#server/db/connect.ts'
import { keyedHash } from '#server/http/keyed-hash.ts'
import { askForDue, payBack } from '#server/modules/orders/index.ts'
import { variantsOf, type Goods } from './goods.ts'
import { order } from './order.ts'
import { person } from './person.ts'
import type { StripeServer } from './stripe-server.ts'

/** The secret that the app of the test signs with. */
export const authSecret = 'a secret of at least thirty-two signs'

let orders = 0

/** An order of two of five pieces, 2,000.00 together, by card; and all that can happen to it. */
export async function cardOrder(
  { app, db, stripe, goods }: { app: FastifyInstance; db: Database; stripe: StripeServer; goods: Goods },
  input: object = {},
) {
  const productid = await goods.add(`Bowl ${++orders}`, { variants: [{ price: 100_000, stock: 5 }] })
  const [variantId = 0] = await variantsOf(db, productid)
  const visitor = person(app)
  const items = [{ productid, quantity: 2 }]
  const key = `key ${orders}`
  const place = () => order(visitor, { items, paymentMethod: 'stripe', ...input }, key)
  const placed = await place()
  if (placed.status !== 201) throw new Error(`It was not placed: ${placed.message}`)
  const { number, accessToken, paymentUrl } = placed.answer.data
  const which = { number, accessToken }
  const deps = { online: [stripe.provider], keyedHash: keyedHash(authSecret) }
  const { id } = await db
    .selectFrom('shop_order')
    .select('id')
    .where('number', '=', number)
    .executeTakeFirstOrThrow()

  const sendMessage = async ({ payload, headers }: ReturnType<StripeServer['message']>) => {
    const answer = await app.inject({ method: 'POST', url: '/api/payments/stripe/webhook', headers, payload })
    return answer.statusCode
  }

  return {
    id,
    key,
    number,
    accessToken,
    paymentUrl,
    place,
    pay: () => stripe.pay(number),
    /** Stripe tells; answers the status. */
    tell: (type = 'completed', options?: Parameters<StripeServer['message']>[2]) =>
      sendMessage(stripe.message(`checkout.session.${type}`, number, options)),
    sendMessage,
    /** The shopper comes back. */
    back: () => person(app).send(refreshOrder, which),
    payNow: () => person(app).send(payOrder, which),
    cancel: () => person(app).send(cancelOrder, which),
    seen: async () => (await person(app).send(getOrder, which)).answer.data,
    /** The time to pay is over. */
    async late() {
      const reserved_until = new Date(Date.now() - 1000)
      await db.updateTable('shop_order').set({ reserved_until }).where('id', '=', id).execute()
    },
    /** The shop asks by itself for what is due, which this payment is. */
    async sweep() {
      await db
        .updateTable('payment')
        .set({ look_at: new Date(0) })
        .where('order_id', '=', id)
        .where('look_at', 'is not', null)
        .execute()
      await askForDue(db, deps)
    },
    async payBack() {
      await db
        .updateTable('refund')
        .set({ due_at: new Date(0) })
        .where('order_id', '=', id)
        .execute()
      await payBack(db, deps)
    },
    /** What it has come to: amounts in minor units. */
    async outcome() {
      const { status, paid, refunded } = await db
        .selectFrom('shop_order')
        .select(['status', 'paid', 'refunded'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      const level = await db
        .selectFrom('stock_level')
        .select(['on_hand', 'available'])
        .where('variant_id', '=', variantId)
        .executeTakeFirstOrThrow()
      const mails = await db
        .selectFrom('mail')
        .select('template')
        .where('subject', 'like', `%${number}%`)
        .orderBy('id')
        .execute()
      const events = await db
        .selectFrom('order_event')
        .select('kind')
        .where('order_id', '=', id)
        .orderBy('id')
        .execute()
      return {
        status,
        paid,
        refunded,
        stock: [level.on_hand, level.available],
        mails: mails.map(({ template }) => template.replace('order_', '')),
        events: events.map(({ kind }) => kind),
      }
    },
  }
}

export type CardOrder = Awaited<ReturnType<typeof cardOrder>>
