import { links } from '#contract/links.ts'
import type { OrderStatus } from '#contract/orders/order.ts'
import type { Database } from '#server/db/connect.ts'
import type { PaymentRequest } from '#server/platform/payments/payment-provider.ts'
import { accessTokenOf } from '../order/order-access.ts'
import { findOrder, lockOrder, orderNotFound, type OrderRow } from '../order/order.queries.ts'
import { awaitsPayment, isPrepaid } from '../order/order.rules.ts'
import { LINK_MINUTES } from '../placing/payment-deadline.ts'
import { addEvent, systemActor } from '../order/order-event.writes.ts'
import {
  findLatestPayment,
  isOfWallet,
  isTakenLater,
  lockPayment,
  openedBy,
  type PaymentRow,
} from './payment.queries.ts'
import { replacePayment, savePaymentPage } from './payment.writes.ts'
import type { PaymentDeps } from './payment-deps.ts'
import { applyPaymentState } from './payment-result.ts'
import { closeWalletPayment } from './wallet-payment.ts'

/** The payment status of an order. */
export interface PaymentStatus {
  status: OrderStatus
  paymentUrl: string | null
}

/**
 * Returns the payment page of an order and opens it at the provider if needed; null if nothing is to be paid online.
 * Rejects if the provider is unreachable. Concurrent calls open the same page.
 */
async function openPaymentPage(
  db: Database,
  { online, keyedHash }: PaymentDeps,
  order: OrderRow,
): Promise<string | null> {
  if (!awaitsPayment(order)) return null
  const { config_id: shopId } = order
  const [payment, { offered }] = await Promise.all([
    findPayment(db, { online, keyedHash }, order),
    online.ofShop(db, shopId),
  ])
  if (payment?.status !== 'waiting') return null
  if (payment.url !== null) return payment.url
  // A page opens with the keys of now, whatever the shop had when the order was placed.
  const provider = offered.find(({ id }) => id === payment.provider)
  if (!provider) return null
  const token = accessTokenOf(keyedHash, shopId, order.number)
  const page = await provider.open(paymentRequest(order, payment, token))
  return db.transaction().execute(async (tx) => {
    const locked = await lockOrder(tx, shopId, order.id)
    const isAwaited = awaitsPayment(locked)
    // The order was edited while the page was opened: it asks for the old total. Nobody has its URL, so it expires unused.
    const latest = await findLatestPayment(tx, shopId, order.id)
    const isDropped = isPrepaid(locked) && latest?.status !== 'waiting'
    if (latest?.id !== payment.id || isDropped) return null
    // While keys are replaced, a call with the others may have opened a page before. Its URL may be known already.
    const { reference, url } = await lockPayment(tx, shopId, payment.id)
    if (reference !== null && reference !== page.reference) return isAwaited ? url : null
    await savePaymentPage(tx, payment, { ...page, accountId: provider.accountId }, { isAwaited })
    return isAwaited ? page.url : null
  })
}

/** The latest payment of an order, without one of a wallet: such a payment is closed before. */
async function findPayment(
  db: Database,
  deps: PaymentDeps,
  order: OrderRow,
): Promise<PaymentRow | undefined> {
  const payment = await findFreshPayment(db, order)
  if (payment?.status !== 'waiting' || !isOfWallet(payment)) return payment
  await closeWalletPayment(db, deps, payment)
  const latest = await findLatestPayment(db, order.config_id, order.id)
  // The bank is still deciding about what the wallet has sent.
  return latest && isOfWallet(latest) ? undefined : latest
}

/** A provider closes its page a day after the payment began. */
const FRESH_MS = 30 * 60_000

/** The latest payment of an order. One of what an edit has added is replaced if its page was not opened for long. */
async function findFreshPayment(db: Database, order: OrderRow): Promise<PaymentRow | undefined> {
  const { config_id: shopId, id: orderId } = order
  const isStale = (payment: PaymentRow | undefined) =>
    payment?.status === 'waiting' &&
    payment.reference === null &&
    payment.created_at.getTime() < Date.now() - FRESH_MS
  const payment = await findLatestPayment(db, shopId, orderId)
  if (order.status === 'pending' || !isStale(payment)) return payment
  return db.transaction().execute(async (tx) => {
    await lockOrder(tx, shopId, orderId)
    const latest = await findLatestPayment(tx, shopId, orderId)
    if (!latest || !isStale(latest)) return latest
    await replacePayment(tx, shopId, orderId, { provider: latest.provider, online: false })
    return findLatestPayment(tx, shopId, orderId)
  })
}

/** Opens the payment page of a new order. If the provider is unreachable, adds an event for staff and returns null. */
export async function tryToOpenPaymentPage(
  db: Database,
  deps: PaymentDeps,
  order: OrderRow | undefined,
): Promise<string | null> {
  if (!order) return null
  try {
    return await openPaymentPage(db, deps, order)
  } catch (error) {
    const note = error instanceof Error ? error.message.slice(0, 1000) : ''
    const event = { kind: 'payment_unopened', note, isPublic: false }
    await db.transaction().execute((tx) => addEvent(tx, order.config_id, order.id, systemActor, event))
    return null
  }
}

/** Depends on the order and its payment alone, so that the same idempotency key always has the same request. */
function paymentRequest(order: OrderRow, payment: PaymentRow, token: string): PaymentRequest {
  const { id, amount, created_at: createdAt } = payment
  const page = `${order.origin}${links.order(order.number, token)}`
  const isPending = order.status === 'pending'
  return {
    // Order numbers are random, so installations that share a provider account never collide.
    key: `${order.number}:pay:${id}`,
    orderNumber: order.number,
    amount,
    currency: order.currency,
    email: order.email,
    placedAt: isPending ? order.placed_at : createdAt,
    reservedUntil: isPending
      ? (order.reserved_until ?? order.placed_at)
      : new Date(createdAt.getTime() + LINK_MINUTES * 60_000),
    isLater: isTakenLater(payment),
    successUrl: `${page}&paid=1`,
    cancelUrl: `${page}&paid=0`,
  }
}

/**
 * Asks the provider about an order that awaits payment, applies its answer and reports the status. With `open`, opens the payment page
 * if needed. Rejects if the provider is unreachable.
 */
export async function checkPayment(
  db: Database,
  deps: PaymentDeps,
  { config_id: shopId, number, id: orderId }: OrderRow,
  { open }: { open: boolean },
): Promise<PaymentStatus> {
  const payment = await findLatestPayment(db, shopId, orderId)
  let isProcessing = false
  if (payment?.status === 'waiting' && payment.reference !== null) {
    const providers = await deps.online.ofShop(db, shopId)
    const provider = await providers.ofPayment(openedBy(payment))
    const state = await provider?.getPayment(payment.reference)
    if (state) await applyPaymentState(db, deps.keyedHash, { shopId, id: payment.id, orderId }, state)
    isProcessing = state?.state === 'processing'
  }
  const order = await findOrder(db, shopId, number)
  if (!order) throw orderNotFound()
  const canPay = awaitsPayment(order) && !isProcessing
  // The answer may have replaced the payment.
  const latest = open ? undefined : await findLatestPayment(db, shopId, orderId)
  const openUrl = latest?.status === 'waiting' ? latest.url : null
  const paymentUrl = canPay && open ? await openPaymentPage(db, deps, order) : canPay ? openUrl : null
  // A wallet may have paid while its payment was closed for the page.
  const isClosed = canPay && open && paymentUrl === null
  const { status } = (isClosed ? await findOrder(db, shopId, number) : undefined) ?? order
  return { status, paymentUrl }
}
