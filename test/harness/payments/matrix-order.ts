import type { FastifyInstance } from 'fastify'
import { expect } from 'vitest'
import { deliverOrder, fulfilOrder } from '#contract/orders/admin-order.ts'
import { editOrderLines } from '#contract/orders/edit-order.ts'
import { capturePayment, releasePayment } from '#contract/orders/payment/capture.ts'
import { createShipment } from '#contract/orders/shipment.ts'
import { refundOrder } from '#contract/orders/payment/refund.ts'
import type { Database } from '#server/db/connect.ts'
import type { Goods } from '../data/goods.ts'
import { onlineOrder, type PaymentJobs } from '../data/paid-order.ts'
import type { Client } from '../people/client.ts'
import type { PaymentServer } from '../services/payments/payment-server.ts'

export interface MatrixShop {
  app: FastifyInstance
  db: Database
  goods: Goods
  server: PaymentServer
  jobs?: PaymentJobs
  /** May refund. */
  staff: Client
}

/** An order at a provider with everything that shopper, bank, provider and staff may do. */
export async function matrixOrder({ server, staff, ...shop }: MatrixShop, input: object = {}) {
  const one = await onlineOrder({ ...shop, provider: server.provider }, input)
  const { number } = one
  // Where processes are killed, the shopper may have to press Pay.
  const isUnopened = shop.jobs !== undefined && !one.paymentUrl
  const paymentUrl = isUnopened ? ((await one.payNow()).answer?.data.paymentUrl ?? null) : one.paymentUrl
  let refunds = 0
  let shipments = 0
  /** The provider sends a message, which the shop takes. */
  const send = async (...[about, options]: [Parameters<PaymentServer['message']>[0], { id?: string }?]) =>
    expect(await one.sendMessage(server.message(about, number, options))).toBe(200)
  return {
    ...one,
    paymentUrl,
    server,
    pay: () => server.pay(number),
    event: (options?: { id: string }) => send('payment', options),
    refundEvent: () => send('refund'),
    disputeEvent: () => send('dispute'),
    strangerEvent: () => send('stranger'),
    /** Staff refund an amount, in major units. */
    refundPart: async (amount: number) => {
      const key = `${number} ${++refunds}`
      const { status } = await staff.send(refundOrder, { number, amount }, { 'idempotency-key': key })
      expect(status).toBe(200)
    },
    /** Staff ship that many units, or all that is left. Returns the HTTP status and the code of a refusal. */
    ship: async (quantity?: number) => {
      const { status, code } =
        quantity === undefined
          ? await staff.send(fulfilOrder, { number })
          : await staff.send(
              createShipment,
              { number, lines: [{ lineId: 1, quantity }] },
              { 'idempotency-key': `${number} ship ${++shipments}` },
            )
      return code === undefined ? status : `${status} ${code}`
    },
    /** Staff mark it as delivered, and its cash as paid. */
    deliver: async () => (await staff.send(deliverOrder, { number })).status,
    captureNow: async () => (await staff.send(capturePayment, { number })).status,
    release: async () => (await staff.send(releasePayment, { number })).status,
    /** Staff change the number of units. */
    edit: async (quantity: number) =>
      (await staff.send(editOrderLines, { number, lines: [{ lineId: 1, quantity }] })).status,
    /** What the shop counts as authorised, in minor units. */
    reserved: async () =>
      (
        await shop.db
          .selectFrom('shop_order')
          .select('authorized')
          .where('number', '=', number)
          .executeTakeFirstOrThrow()
      ).authorized,
    /** Paid, and known to the shop. */
    async payAndKnow() {
      server.pay(number)
      await send('payment')
    },
    /** The page can't be paid any more: the shop has closed it, or it has reached its end. */
    async end() {
      if (!server.closesPages && server.isOpen(number)) server.expire(number)
      await one.poll()
    },
  }
}

export type MatrixOrder = Awaited<ReturnType<typeof matrixOrder>>
