import type { FastifyInstance } from 'fastify'
import { addToCart } from '#contract/cart/cart.ts'
import { confirmOrder } from '#contract/orders/admin-order.ts'
import { cancelOrder, getOrder } from '#contract/orders/order.ts'
import { markRefundSent, refundOrder } from '#contract/orders/payment/refund.ts'
import type { Database } from '#server/db/connect.ts'
import { checkLedger } from '#server/modules/stock/index.ts'
import type { Goods } from '../data/goods.ts'
import { order } from '../data/order.ts'
import { client, type Client } from '../people/client.ts'
import { requireEqual } from './payment-row.ts'

export interface UpiShop {
  app: FastifyInstance
  db: Database
  goods: Goods
  /** May refund. */
  staff: Client
  /** Cancels orders that were not paid in time. */
  expire(): Promise<unknown>
}

/** An order of two units for 2,000.00 that is paid by UPI to the account of the shop, which staff check by hand. */
async function upiOrder({ app, db, goods, staff, expire }: UpiShop) {
  const productid = await goods.add('Jar', { variants: [{ price: 100_000, stock: 5 }] })
  const visitor = client(app)
  // Only a browser that the shop knows may repeat an order whose answer was lost.
  await visitor.send(addToCart, { productid })
  const placed = await order(visitor, { items: [{ productid, quantity: 2 }], paymentMethod: 'upi' })
  const { number, accessToken } = placed.answer.data
  const find = () =>
    db
      .selectFrom('shop_order')
      .select(['id', 'status', 'paid', 'refunded'])
      .where('number', '=', number)
      .executeTakeFirstOrThrow()
  let parts = 0
  return {
    find,
    seen: async () => (await client(app).send(getOrder, { number, accessToken })).answer.data.status,
    /** Staff have seen the money. */
    confirm: async () => (await staff.send(confirmOrder, { number })).status,
    cancel: async () => (await visitor.send(cancelOrder, { number, accessToken })).status,
    refundPart: async (amount: number) => {
      const key = { 'idempotency-key': `${number} ${++parts}` }
      return (await staff.send(refundOrder, { number, amount }, key)).status
    },
    /** Staff have sent the money of the refund that waits for them. */
    async sendRefund() {
      const { id: orderId } = await find()
      const refund = await db
        .selectFrom('refund')
        .select('id')
        .where('order_id', '=', orderId)
        .where('status', '=', 'waiting')
        .executeTakeFirst()
      return refund ? (await staff.send(markRefundSent, { number, id: refund.id })).status : 409
    },
    async late() {
      const reserved_until = new Date(Date.now() - 1000)
      // Only a pending order has a deadline.
      await db
        .updateTable('shop_order')
        .set({ reserved_until })
        .where('number', '=', number)
        .where('status', '=', 'pending')
        .execute()
      await expire()
    },
  }
}
type UpiOrder = Awaited<ReturnType<typeof upiOrder>>

const waiting = { status: 'pending', paid: 0, refunded: 0 }
const paid = { status: 'confirmed', paid: 200_000, refunded: 0 }
const ended = { ...waiting, status: 'cancelled' }
const refunded = { status: 'cancelled', paid: 200_000, refunded: 200_000 }

interface UpiCell {
  /** How the order ends; several where two things happen at once. */
  ends: readonly object[]
  steps(order: UpiOrder): Promise<unknown>
}

/** Of calls at once, at most one is the first. The answer of a process that is killed is lost. */
async function once(count: number, work: () => Promise<number>): Promise<void> {
  const statuses = await Promise.all(Array.from({ length: count }, work))
  requireEqual(statuses.filter((status) => status === 200).length <= 1, true)
}

/** The rows of the matrix that can happen to a payment that staff check by hand. */
const cells: Readonly<Record<string, UpiCell>> = {
  'nothing happens': { ends: [waiting], steps: () => Promise.resolve() },
  'paid, event, return': { ends: [paid], steps: async ({ confirm, seen }) => (await confirm(), seen()) },
  'returned without paying, and paid later': {
    ends: [paid],
    steps: async ({ seen, confirm }) => (requireEqual(await seen(), 'pending'), confirm()),
  },
  'the same event twice': { ends: [paid], steps: async ({ confirm }) => (await confirm(), confirm()) },
  'the same event 8 times at once': { ends: [paid], steps: ({ confirm }) => once(8, confirm) },
  'not paid in time: the page is closed': { ends: [ended], steps: ({ late }) => late() },
  'paid just before the page is closed': {
    ends: [paid],
    steps: async ({ confirm, late }) => (await confirm(), late()),
  },
  'cancelled by the shopper: the page is closed': { ends: [ended], steps: ({ cancel }) => cancel() },
  'cancelled, and then paid: the money goes back': {
    ends: [ended],
    // Staff send back by hand what the shop never counted.
    steps: async ({ cancel, confirm }) => (await cancel(), requireEqual(await confirm(), 409)),
  },
  'paid, then cancelled by the shopper': {
    ends: [refunded],
    steps: async ({ confirm, cancel, sendRefund }) => (await confirm(), await cancel(), sendRefund()),
  },
  'paid and cancelled at once': {
    ends: [ended, refunded],
    steps: async ({ confirm, cancel, sendRefund }) => (
      await Promise.all([confirm(), cancel()]),
      sendRefund()
    ),
  },
  'refunded once by four processes': {
    ends: [refunded],
    steps: async ({ confirm, cancel, sendRefund }) => (await confirm(), await cancel(), once(4, sendRefund)),
  },
  'refunded in parts': {
    ends: [{ ...paid, refunded: 80_000 }],
    steps: async ({ confirm, refundPart }) => (await confirm(), await refundPart(500), refundPart(300)),
  },
}

/** Why a row cannot happen to a payment by plain UPI; undefined if it can. */
export function upiProblem({
  name,
  isLater = false,
}: {
  name: string
  isLater?: boolean
}): string | undefined {
  if (cells[name]) return undefined
  if (isLater) return 'UPI reserves no money, and the shop takes none'
  return 'no provider takes part, so no page, message or answer of one'
}

/** Lets an order live through a row, and checks how it ends. */
export async function runUpiCell(shop: UpiShop, name: string): Promise<void> {
  const { ends, steps } = cells[name]!
  const one = await upiOrder(shop)
  await steps(one)
  const { id, ...end } = await one.find()
  if (ends.every((wanted) => JSON.stringify(wanted) !== JSON.stringify(end))) requireEqual(end, ends[0])
  const events = await shop.db.selectFrom('order_event').select('kind').where('order_id', '=', id).execute()
  requireEqual(events.filter(({ kind }) => kind === 'paid').length, end.paid > 0 ? 1 : 0)
  requireEqual(await checkLedger(shop.db), [])
}
