import type { Transaction } from '#server/db/connect.ts'
import { formatMoney } from '#server/modules/pricing/index.ts'
import type { PaymentState } from '#server/platform/payments/payment-provider.ts'
import type { EmailContext } from '../emails/order-email.ts'
import { addEvent, systemActor } from '../order/order-event.writes.ts'
import { lockOrder, type OrderRow } from '../order/order.queries.ts'
import { hasEnded, settledAmount } from '../order/order.rules.ts'
import { addCapturedAmount } from '../order/order.writes.ts'
import type { PaymentRow } from '../payments/payment.queries.ts'
import { endPayment } from '../payments/payment.writes.ts'
import { refundRemaining } from '../refunds/full-refund.ts'
import { insertRefund } from '../refunds/refund.writes.ts'
import {
  applyLostAuthorization,
  askToPay,
  loseReserve,
  type AuthorizedPayment,
} from './authorization-result.ts'
import { storeEnd, storeForeignCapture } from './authorization-state.ts'
import { findOpenCapture, listCharges } from './capture.queries.ts'

const authorizedBefore = ['authorized', 'captured', 'releasing', 'released', 'expired']

/** Whether a payment was authorised before anything of it was taken. */
export const wasAuthorized = ({ status }: Pick<PaymentRow, 'status'>): boolean =>
  authorizedBefore.includes(status)

/**
 * Counts money that was captured in the dashboard of the provider, each capture once by its id there, up to the total of the order.
 * Waits while a capture of the shop is open.
 */
export async function applyForeignCaptures(
  tx: Transaction,
  email: EmailContext,
  { order, payment }: AuthorizedPayment,
  { state, amount, charge, captures }: PaymentState,
): Promise<void> {
  const { config_id: shopId, id: orderId } = order
  if (await findOpenCapture(tx, shopId, orderId)) return
  const isOver = state === 'paid'
  const isEnding = isOver && payment.status === 'authorized'
  const single = isOver && amount !== undefined && charge !== undefined ? [{ amount, charge }] : []
  const known = await listCharges(tx, shopId, payment.id)
  const found = (captures ?? single).filter((one) => !known.has(one.charge))
  // What the provider has taken is counted already, and it reserves no more.
  if (found.length === 0) {
    if (isEnding) await applyLostAuthorization(tx, email, { order, payment })
    return
  }
  const instance = await countForeign(tx, { order, payment, found, isOver }, email.shop.locale)
  if (!isOver) return
  if (payment.status !== 'releasing') await storeEnd(tx, payment, 'captured')
  const counted = await lockOrder(tx, shopId, orderId)
  const due = await loseReserve(tx, { order: counted, payment })
  if (isEnding && instance !== undefined)
    await askToPay(tx, email, { order: counted, due, isPartlyTaken: true, instance })
  if (!hasEnded(counted)) return
  const write = { shopId, actor: systemActor }
  await refundRemaining(tx, write, counted, 'Taken after the order had ended')
}

/** Stores captures that the shop did not make. Returns the id of their event; undefined: the order needs none of them. */
async function countForeign(
  tx: Transaction,
  { order, payment, found, isOver }: AuthorizedPayment & { found: readonly Charge[]; isOver: boolean },
  locale: string,
): Promise<number | undefined> {
  const { config_id: shopId, id: orderId, total, currency } = order
  const money = (minor: number) => formatMoney(minor, currency, locale)
  let counted = 0
  let surplus = 0
  for (const { amount, charge } of found) {
    const part = Math.min(amount, total - settledAmount(order) - counted)
    const row = await storeForeignCapture(tx, payment, { amount: part > 0 ? part : amount, charge })
    if (part <= 0) {
      await rejectCapture(tx, order, row, { charge, locale })
      continue
    }
    counted += part
    surplus += amount - part
  }
  if (counted === 0) return undefined
  await addCapturedAmount(tx, shopId, { orderId, amount: counted, isLast: isOver })
  // A provider refunds a capture by its id, so staff refund there what is too much.
  const rest = surplus > 0 ? `, and ${money(surplus)} too much, to refund at the payment provider` : ''
  const event = { kind: 'captured_elsewhere', note: money(counted) + rest, isPublic: false }
  return addEvent(tx, shopId, orderId, systemActor, event)
}

/** A capture at the provider, in minor units. */
type Charge = NonNullable<PaymentState['captures']>[number]

/** Refunds money that was captured although the order needs none. It never counts as paid. */
export async function rejectCapture(
  tx: Transaction,
  { config_id: shopId, id: orderId, currency }: OrderRow,
  capture: PaymentRow,
  { charge, locale }: { charge: string | null; locale: string },
): Promise<void> {
  const write = { shopId, actor: systemActor }
  const note = `${formatMoney(capture.amount, currency, locale)} that the order does not need`
  await endPayment(tx, capture, { status: 'failed', charge })
  await addEvent(tx, shopId, orderId, systemActor, { kind: 'payment_refused', note, isPublic: false })
  const refund = { paymentId: capture.id, amount: capture.amount, currency, reason: note, isCounted: false }
  await insertRefund(tx, write, orderId, refund)
}
