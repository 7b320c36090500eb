import { links } from '#contract/links.ts'
import type { OrderStatus } from '#contract/orders/order.ts'
import type { Database } from '#server/db/connect.ts'
import type { PaymentRequest } from '#server/platform/payments/payment-provider.ts'
import { accessTokenOf } from '../order/order-access.ts'
import { findOrder, lockOrder, orderNotFound, type OrderRow } from '../order/order.queries.ts'
import { addEvent, systemActor } from '../order/order-event.writes.ts'
import { findLatestPayment, lockPayment, type PaymentRow } from './payment.queries.ts'
import { savePaymentPage } from './payment.writes.ts'
import type { PaymentDeps } from './payment-deps.ts'
import { applyPaymentState } from './payment-result.ts'

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
  if (order.status !== 'pending') return null
  const { config_id: shopId } = order
  const payment = await findLatestPayment(db, shopId, order.id)
  const provider = online.find(({ id }) => id === payment?.provider)
  if (!payment || !provider || payment.status !== 'waiting') return null
  if (payment.url !== null) return payment.url
  const token = accessTokenOf(keyedHash, shopId, order.number)
  const page = await provider.open(paymentRequest(order, payment, token))
  return db.transaction().execute(async (tx) => {
    const { status } = await lockOrder(tx, shopId, order.id)
    const isPending = status === 'pending'
    // The order was edited while the page was opened: it asks for the old total. Nobody has its URL, so it expires unused.
    const latest = await findLatestPayment(tx, shopId, order.id)
    if (latest?.id !== payment.id) return null
    await lockPayment(tx, shopId, payment.id)
    await savePaymentPage(tx, payment, page, { isPending })
    return isPending ? page.url : null
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

/** Depends on the order alone, so that the same idempotency key always has the same request. */
function paymentRequest(order: OrderRow, { id, amount }: PaymentRow, token: string): PaymentRequest {
  const page = `${order.origin}${links.order(order.number, token)}`
  return {
    // Order numbers are random, so installations that share a provider account never collide.
    key: `${order.number}:pay:${id}`,
    orderNumber: order.number,
    amount,
    currency: order.currency,
    email: order.email,
    placedAt: order.placed_at,
    reservedUntil: order.reserved_until ?? order.placed_at,
    successUrl: `${page}&paid=1`,
    cancelUrl: `${page}&paid=0`,
  }
}

/**
 * Asks the provider about a pending order, applies its answer and reports the status. With `open`, opens the payment page
 * if needed. Rejects if the provider is unreachable.
 */
export async function checkPayment(
  db: Database,
  deps: PaymentDeps,
  { config_id: shopId, number, id: orderId }: OrderRow,
  { open }: { open: boolean },
): Promise<PaymentStatus> {
  const payment = await findLatestPayment(db, shopId, orderId)
  const provider = deps.online.find(({ id }) => id === payment?.provider)
  let isProcessing = false
  if (provider && payment?.status === 'waiting' && payment.reference !== null) {
    const state = await provider.getPayment(payment.reference)
    await applyPaymentState(db, deps.keyedHash, { shopId, id: payment.id, orderId }, state)
    isProcessing = state.state === 'processing'
  }
  const order = await findOrder(db, shopId, number)
  if (!order) throw orderNotFound()
  const canPay = order.status === 'pending' && !isProcessing
  const paymentUrl =
    canPay && open ? await openPaymentPage(db, deps, order) : (canPay && payment?.url) || null
  return { status: order.status, paymentUrl }
}
