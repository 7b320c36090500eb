import type { Transaction } from '#server/db/connect.ts'
import { formatMoney } from '#server/modules/pricing/index.ts'
import { emailCustomer, type EmailContext } from '../emails/order-email.ts'
import { addEvent, systemActor } from '../order/order-event.writes.ts'
import type { OrderRow } from '../order/order.queries.ts'
import { amountDue, isPrepaid } from '../order/order.rules.ts'
import { updateOrder } from '../order/order.writes.ts'
import type { PaymentRow } from '../payments/payment.queries.ts'
import { changeDifference } from '../payments/payment.writes.ts'
import { findOpenCapture, sumCaptures } from './capture.queries.ts'
import { storeEnd } from './authorization-state.ts'

/** An order and its payment, both locked. */
export interface AuthorizedPayment {
  order: OrderRow
  payment: PaymentRow
}

/**
 * Takes away what is reserved of a locked order, and asks for the money again if it is still to be shipped. Returns what is due, in
 * minor units.
 */
export async function loseReserve(tx: Transaction, { order, payment }: AuthorizedPayment): Promise<number> {
  const { config_id: shopId, id: orderId } = order
  await updateOrder(tx, shopId, orderId, { authorized: 0 })
  if (!isPrepaid(order)) return 0
  const due = amountDue({ ...order, authorized: 0 })
  await changeDifference(tx, shopId, orderId, { provider: payment.provider, amount: due })
  return due
}

/**
 * The provider no longer reserves the money, or what is left of it after a capture: the authorisation has expired, or somebody has
 * cancelled it there. Waits while a capture is open, whose answer says more.
 */
export async function applyLostAuthorization(
  tx: Transaction,
  email: EmailContext,
  { order, payment }: AuthorizedPayment,
): Promise<void> {
  const { config_id: shopId, id: orderId, currency } = order
  if (await findOpenCapture(tx, shopId, orderId)) return
  const isPartlyTaken = (await sumCaptures(tx, payment)) > 0
  await storeEnd(tx, payment, isPartlyTaken ? 'captured' : 'expired')
  const note = formatMoney(order.authorized, currency, email.shop.locale)
  const event = { kind: 'authorization_ended', note, isPublic: true }
  const instance = await addEvent(tx, shopId, orderId, systemActor, event)
  const due = await loseReserve(tx, { order, payment })
  await askToPay(tx, email, { order, due, isPartlyTaken, instance })
}

/** Asks the customer to pay what is due again, in minor units, if anything is. */
export async function askToPay(
  tx: Transaction,
  email: EmailContext,
  {
    order,
    due,
    isPartlyTaken,
    instance,
  }: { order: OrderRow; due: number; isPartlyTaken: boolean; instance: number },
): Promise<void> {
  if (due === 0) return
  const money = formatMoney(due, order.currency, email.shop.locale)
  const details = isPartlyTaken
    ? [
        'Your bank no longer reserves the rest of the money of your payment. Nothing more was taken.',
        `Please pay the remaining ${money}. Your order page shows how. We ship the rest of your order once it is paid.`,
      ]
    : [
        'Your bank no longer reserves the money of your payment. Nothing was taken.',
        `Please pay ${money} again. Your order page shows how. We ship your order once it is paid.`,
      ]
  await emailCustomer(tx, email, { orderId: order.id, kind: 'edited', instance, details })
}
