import type { Database, Transaction } from '#server/db/connect.ts'
import type { WriteContext } from '#server/modules/audit/index.ts'
import { formatMoney } from '#server/modules/pricing/index.ts'
import type { KeyedHash } from '#server/platform/keyed-hash.ts'
import type { PaymentState } from '#server/platform/payments/payment-provider.ts'
import { confirmPaidOrder } from '../credit/sell-gift-cards.writes.ts'
import { cancelOrder, confirmOrder } from '../order/order-state.writes.ts'
import { emailCustomer, findEmailShop, type EmailContext } from '../emails/order-email.ts'
import { isPastDeadline, lockOrder, type OrderRow } from '../order/order.queries.ts'
import { amountDue, awaitsDeposit, dueBeforeShipping, hasEnded, isPrepaid } from '../order/order.rules.ts'
import { insertRefund } from '../refunds/refund.writes.ts'
import { addEvent, systemActor } from '../order/order-event.writes.ts'
import { refundRemaining } from '../refunds/full-refund.ts'
import { addPaidAmount, updateOrder } from '../order/order.writes.ts'
import { applyLostAuthorization } from '../captures/authorization-result.ts'
import { applyForeignCaptures, wasAuthorized } from '../captures/foreign-capture.ts'
import { storeAuthorization, storeExpiry, storeUnwanted } from '../captures/authorization-state.ts'
import {
  changeDifference,
  claimProviderEvent,
  endPayment,
  insertPayment,
  replacePayment,
  type ProviderEvent,
} from './payment.writes.ts'
import { isOfWallet, lockPayment, type PaymentKey, type PaymentRow } from './payment.queries.ts'

/** A locked order and its locked payment, with the context to change them. */
interface PaymentCase {
  write: WriteContext
  email: EmailContext
  order: OrderRow
  payment: PaymentRow
}

/**
 * Applies what a provider reports about a payment: confirms the order, cancels it or refunds the money. Repeated and
 * concurrent reports are safe. An `event` of the webhook is applied once.
 */
export async function applyPaymentState(
  db: Database,
  keyedHash: KeyedHash,
  { shopId, id, orderId }: PaymentKey,
  state: PaymentState,
  event?: ProviderEvent,
): Promise<void> {
  const shop = await findEmailShop(db, shopId)
  await db.transaction().execute(async (tx) => {
    if (event && !(await claimProviderEvent(tx, shopId, event))) return
    const order = await lockOrder(tx, shopId, orderId)
    const payment = await lockPayment(tx, shopId, id)
    const write = { shopId, actor: systemActor }
    const paymentCase = { write, email: { shop, services: { keyedHash } }, order, payment }
    if (state.state === 'authorized') await applyAuthorized(tx, paymentCase, state)
    if (state.state === 'paid') await applyPaid(tx, paymentCase, state)
    if (state.state === 'failed') await applyFailed(tx, paymentCase)
  })
}

/**
 * Cancels an order whose payment status stays unknown. Polling goes on: as soon as the provider answers, money that was
 * paid is refunded. Until then the dashboard lists the payment as a problem.
 */
export async function cancelWithUnknownPayment(
  db: Database,
  keyedHash: KeyedHash,
  { shopId, orderId }: PaymentKey,
): Promise<void> {
  const shop = await findEmailShop(db, shopId)
  await db.transaction().execute(async (tx) => {
    const order = await lockOrder(tx, shopId, orderId)
    if (order.status !== 'pending') return
    const write = { shopId, actor: systemActor }
    const note = 'check it at the provider, then close the payment here'
    await addEvent(tx, shopId, orderId, systemActor, { kind: 'payment_unknown', note, isPublic: false })
    await cancelOrder(tx, write, order, { kind: 'expired', isPublic: true })
    const details = ['We did not receive your payment in time. If you did pay, you’ll get a full refund.']
    await emailCustomer(tx, { shop, services: { keyedHash } }, { orderId, kind: 'cancelled', details })
  })
}

/** Confirms an order whose money is reserved. Money that the shop does not want is given back: it was never taken. */
async function applyAuthorized(
  tx: Transaction,
  paymentCase: PaymentCase,
  state: PaymentState,
): Promise<void> {
  const { write, email, order, payment } = paymentCase
  const { shopId, actor } = write
  const { amount, currency, charge, expiresAt } = state
  if (payment.status === 'authorized') {
    await storeExpiry(tx, payment, expiresAt)
    return applyForeignCaptures(tx, email, { order, payment }, state)
  }
  if (payment.charge !== null || charge === undefined) return
  const money = (minor: number, unit: string) => formatMoney(minor, unit, email.shop.locale)
  const isExpected =
    !payment.is_deposit &&
    amount === payment.amount &&
    currency === order.currency &&
    payment.amount === wantedAmount(order, payment)
  if (!isExpected || hasEnded(order)) {
    await storeUnwanted(tx, payment, charge)
    const note = `${money(amount ?? payment.amount, currency)} authorised and given back`
    await addEvent(tx, shopId, order.id, actor, { kind: 'payment_refused', note, isPublic: false })
    if (order.status === 'pending')
      await cancelUnpaid(tx, paymentCase, 'payment_failed', 'The amount paid did not match the order total.')
    return
  }
  await storeAuthorization(tx, payment, { charge, expiresAt })
  await updateOrder(tx, shopId, order.id, { authorized: amount })
  const note = money(amount, currency)
  await addEvent(tx, shopId, order.id, actor, { kind: 'authorized', note, isPublic: true })
  if (order.status !== 'pending') return
  await confirmOrder(tx, write, { ...order, authorized: amount })
  await emailCustomer(tx, email, { orderId: order.id, kind: 'confirmed' })
}

async function applyPaid(tx: Transaction, paymentCase: PaymentCase, state: PaymentState): Promise<void> {
  const { write, email, order, payment } = paymentCase
  if (wasAuthorized(payment)) return applyForeignCaptures(tx, email, { order, payment }, state)
  // A repeated report: the money is already counted or being refunded.
  if (payment.status === 'paid' || payment.charge !== null) return
  const isExpected = state.amount === payment.amount && state.currency === order.currency
  if (!isExpected || payment.amount !== wantedAmount(order, payment))
    return rejectMoney(tx, paymentCase, state)
  const { shopId, actor } = write
  await endPayment(tx, payment, { status: 'paid', charge: state.charge ?? null })
  await addPaidAmount(tx, shopId, order.id, payment.amount)
  const kind = payment.is_deposit ? 'deposit_paid' : 'paid'
  await addEvent(tx, shopId, order.id, actor, { kind, isPublic: true })
  if (order.status === 'pending') {
    if (payment.is_deposit) await awaitRest(tx, { ...order, paid: order.paid + payment.amount })
    await confirmPaidOrder(tx, write, email.services.keyedHash, order)
    await emailCustomer(tx, email, { orderId: order.id, kind: 'confirmed' })
  } else if (!isPrepaid(order))
    await refundRemaining(tx, write, await lockOrder(tx, shopId, order.id), 'Paid too late')
}

/** What a payment has to be of, so that the order still wants its money, in minor units. An ended order wants it to be refunded. */
const wantedAmount = (order: OrderRow, { is_deposit: isDeposit }: PaymentRow): number => {
  if (isDeposit) return order.status === 'pending' || hasEnded(order) ? order.deposit : 0
  return awaitsDeposit(order) ? 0 : amountDue(order)
}

/** Stores the payment that is due on delivery once the deposit is paid. */
const awaitRest = (tx: Transaction, order: OrderRow): Promise<void> =>
  insertPayment(tx, order.config_id, order.id, {
    provider: order.payment_method,
    amount: amountDue(order),
    online: false,
    isLater: false,
  })

/** Refunds a wrong amount or a second payment. Such money never counts as paid. */
async function rejectMoney(tx: Transaction, paymentCase: PaymentCase, state: PaymentState): Promise<void> {
  const { write, email, order, payment } = paymentCase
  const { shopId, actor } = write
  const { amount = payment.amount, currency, charge = null } = state
  await endPayment(tx, payment, { status: 'failed', charge })
  const money = (minor: number, unit: string) => formatMoney(minor, unit, email.shop.locale)
  const note = `${money(amount, currency)} instead of ${money(wantedAmount(order, payment), order.currency)}`
  await addEvent(tx, shopId, order.id, actor, { kind: 'payment_refused', note, isPublic: false })
  const refund = { paymentId: payment.id, amount, currency, reason: note, isCounted: false }
  await insertRefund(tx, write, order.id, refund)
  if (order.status === 'pending')
    await cancelUnpaid(tx, paymentCase, 'payment_failed', 'The amount paid did not match the order total.')
}

async function applyFailed(tx: Transaction, paymentCase: PaymentCase): Promise<void> {
  const { email, order, payment } = paymentCase
  if (payment.status === 'authorized') return applyLostAuthorization(tx, email, { order, payment })
  if (payment.status !== 'waiting') return
  const isPending = order.status === 'pending'
  const isExpired = await isPastDeadline(tx, order.config_id, order.id)
  // The payment of a wallet only ends before its time because a page is to take its place.
  if (isPending && isOfWallet(payment) && !isExpired)
    return replacePayment(tx, order.config_id, order.id, {
      provider: payment.provider,
      online: true,
      isDeposit: payment.is_deposit,
    })
  const isStillDue = dueBeforeShipping(order) === payment.amount
  await endPayment(tx, payment, { status: isPending || isStillDue ? 'failed' : 'cancelled', charge: null })
  // The page of what an edit has added has expired. The link of the order opens another one.
  if (isStillDue) await changeDifference(tx, order.config_id, order.id, payment)
  if (!isPending) return
  if (isExpired) await cancelUnpaid(tx, paymentCase, 'expired', 'We did not receive your payment in time.')
  else await cancelUnpaid(tx, paymentCase, 'payment_failed', 'Your payment did not go through.')
}

async function cancelUnpaid(
  tx: Transaction,
  { write, email, order }: PaymentCase,
  kind: string,
  sentence: string,
): Promise<void> {
  await cancelOrder(tx, write, order, { kind, isPublic: true })
  await emailCustomer(tx, email, { orderId: order.id, kind: 'cancelled', details: [sentence] })
}
