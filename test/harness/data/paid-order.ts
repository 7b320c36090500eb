import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { addToCart } from '#contract/cart/cart.ts'
import { cancelOrder, getOrder } from '#contract/orders/order.ts'
import { payOrder, refreshOrder } from '#contract/orders/payment/payment.ts'
import type { Database } from '#server/db/connect.ts'
import { fixedPayments } from '../app/fixed-payments.ts'
import { keyedHash } from '#server/platform/keyed-hash.ts'
import type { PaymentProvider } from '#server/platform/payments/payment-provider.ts'
import { pollPayments, processRefunds } from '#server/modules/orders/index.ts'
import { variantsOf, type Goods } from './goods.ts'
import { order } from './order.ts'
import { client } from '../people/client.ts'
import type { Message } from '../services/payments/payment-server.ts'
import type { StripeServer } from '../services/stripe-server.ts'

/** The webhook secret of the test app. */
export const authSecret = 'a secret of at least thirty-two signs'

let orders = 0

/** The background jobs of payments, where they run in processes of their own. They reject with `KilledAtWork`. */
export interface PaymentJobs {
  poll(): Promise<void>
  refund(): Promise<void>
}

/** The process of a job was killed. What it has claimed is due again later. */
export class KilledAtWork extends Error {
  override name = 'KilledAtWork'
}

/** Runs a job, and again while its process is killed or starts. */
async function untilDone(job: () => Promise<unknown>): Promise<void> {
  for (;;) {
    try {
      await job()
      return
    } catch (error) {
      if (!(error instanceof KilledAtWork)) throw error
      await wait(50)
    }
  }
}

interface Shop {
  app: FastifyInstance
  db: Database
  goods: Goods
  jobs?: PaymentJobs | undefined
}

/** A card order at Stripe, and the events that can happen to it. */
export async function cardOrder({ stripe, ...shop }: Shop & { stripe: StripeServer }, input: object = {}) {
  const one = await onlineOrder({ ...shop, provider: stripe.provider }, input)
  return {
    ...one,
    pay: () => stripe.pay(one.number),
    /** Stripe sends a message. Returns the HTTP status. */
    event: (type = 'completed', options?: Parameters<StripeServer['message']>[2]) =>
      one.sendMessage(stripe.message(`checkout.session.${type}`, one.number, options)),
  }
}

/** An order of two units out of five, 2,000.00 in total, paid at a provider, and what shopper and shop do with it. */
export async function onlineOrder(
  { app, db, provider, goods, jobs }: Shop & { provider: PaymentProvider },
  input: object = {},
) {
  const index = ++orders
  const productid = await goods.add(`Bowl ${index}`, { variants: [{ price: 100_000, stock: 5 }] })
  const [variantId = 0] = await variantsOf(db, productid)
  const visitor = client(app)
  // Only a browser that the shop knows may repeat an order whose answer was lost.
  if (jobs) await visitor.send(addToCart, { productid })
  const items = [{ productid, quantity: 2 }]
  const key = `key ${index}`
  const place = () => order(visitor, { items, paymentMethod: provider.id, ...input }, key)
  const placed = await place()
  if (placed.status !== 201) throw new Error(`The order was not placed: ${placed.message}`)
  const { number, accessToken, paymentUrl } = placed.answer.data
  const which = { number, accessToken }
  const deps = { online: fixedPayments([provider]), keyedHash: keyedHash(authSecret) }
  const { id } = await db
    .selectFrom('shop_order')
    .select('id')
    .where('number', '=', number)
    .executeTakeFirstOrThrow()

  const sendMessage = async ({ payload, headers }: Message) => {
    const answer = await app.inject({
      method: 'POST',
      url: `/api/payments/${provider.id}/webhook`,
      headers,
      payload,
    })
    return answer.statusCode
  }

  return {
    id,
    key,
    number,
    accessToken,
    paymentUrl,
    place,
    /** The provider sends a message. Returns the HTTP status. */
    sendMessage,
    /** The shopper returns from the payment page. */
    back: () => client(app).send(refreshOrder, which),
    payNow: () => client(app).send(payOrder, which),
    cancel: () => client(app).send(cancelOrder, which),
    seen: async () => (await client(app).send(getOrder, which)).answer.data,
    /** The payment page expires, or has so long ago. */
    async late(ms = 1000) {
      const reserved_until = new Date(Date.now() - ms)
      await db.updateTable('shop_order').set({ reserved_until }).where('id', '=', id).execute()
    },
    /** The shop polls its due payments, including this one. */
    poll: () =>
      untilDone(async () => {
        await db
          .updateTable('payment')
          .set({ next_poll_at: new Date(0) })
          .where('order_id', '=', id)
          .where('next_poll_at', 'is not', null)
          .execute()
        await (jobs ? jobs.poll() : pollPayments(db, deps))
      }),
    refund: () =>
      untilDone(async () => {
        await db
          .updateTable('refund')
          .set({ due_at: new Date(0) })
          .where('order_id', '=', id)
          .execute()
        await (jobs ? jobs.refund() : processRefunds(db, deps))
      }),
    /** The resulting state; amounts in minor units. */
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
      const emails = await db
        .selectFrom('email')
        .select('template')
        .where('body_text', 'like', `%${number}%`)
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
        emails: emails.map(({ template }) => template.replace('order_', '')),
        events: events.map(({ kind }) => kind),
      }
    },
  }
}

export type CardOrder = Awaited<ReturnType<typeof cardOrder>>
