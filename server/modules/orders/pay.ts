import type { OrderStatus } from '#contract/order.ts'
import { links } from '#contract/links.ts'
import type { Database } from '#server/db/connect.ts'
import { findPayment, lockPayment, notePage, type PaymentRow } from '#server/modules/payments/index.ts'
import type { PaymentRequest } from '#server/platform/online-payment.ts'
import { theShop, type PaymentDeps } from './online-shop.ts'
import { accessTokenOf } from './order-number.ts'
import { findOrder, lockOrder, orderNotFound, type OrderRow } from './order.queries.ts'
import { addEvent } from './order.writes.ts'
import { applyState } from './payment-result.ts'

/** How it stands with the payment of an order. */
export interface Standing {
  status: OrderStatus
  paymentUrl: string | null
}

/**
 * Where an order is paid, whose page is opened at the provider if there is none yet; null where nothing is to be paid
 * online. Rejects where the provider cannot be asked. Two at once open the same page.
 */
async function openPayment(
  db: Database,
  { online, keyedHash }: PaymentDeps,
  order: OrderRow,
): Promise<string | null> {
  if (order.status !== 'pending') return null
  const { config_id: configId } = order
  const payment = await findPayment(db, configId, order.id)
  const provider = online.find(({ id }) => id === payment?.provider)
  if (!payment || !provider || payment.status !== 'waiting') return null
  if (payment.url !== null) return payment.url
  const token = accessTokenOf(keyedHash, configId, order.number)
  const page = await provider.open(requestFor(order, payment, token))
  return db.transaction().execute(async (tx) => {
    const { status } = await lockOrder(tx, configId, order.id)
    await lockPayment(tx, configId, payment.id)
    await notePage(tx, payment, page, { isWanted: status === 'pending' })
    return status === 'pending' ? page.url : null
  })
}

/** The same where an order is worth having without it: null, and a word to staff, where the provider cannot be asked. */
export async function tryToOpen(
  db: Database,
  deps: PaymentDeps,
  order: OrderRow | undefined,
): Promise<string | null> {
  if (!order) return null
  try {
    return await openPayment(db, deps, order)
  } catch (error) {
    const note = error instanceof Error ? error.message.slice(0, 1000) : ''
    const event = { kind: 'payment_unopened', note, isPublic: false }
    await db.transaction().execute((tx) => addEvent(tx, order.config_id, order.id, theShop, event))
    return null
  }
}

/** It follows from the order alone, so that the same key always comes with the same request. */
function requestFor(order: OrderRow, { id, amount }: PaymentRow, token: string): PaymentRequest {
  const page = `${order.origin}${links.order(order.number, token)}`
  return {
    // The number is no other shop's, even where several installations share an account.
    key: `${order.number}:pay:${id}`,
    orderNumber: order.number,
    amount,
    currency: order.currency,
    email: order.email,
    placedAt: order.placed_at,
    keptUntil: order.reserved_until ?? order.placed_at,
    successUrl: `${page}&paid=1`,
    cancelUrl: `${page}&paid=0`,
  }
}

/**
 * Asks the provider about an order that waits for its payment, and answers how it stands then. Its page is opened where
 * there is none yet and `open` is wanted. Rejects where the provider cannot be asked.
 */
export async function askForPayment(
  db: Database,
  deps: PaymentDeps,
  { config_id: configId, number, id: orderId }: OrderRow,
  { open }: { open: boolean },
): Promise<Standing> {
  const payment = await findPayment(db, configId, orderId)
  const provider = deps.online.find(({ id }) => id === payment?.provider)
  let isUnderWay = false
  if (provider && payment?.status === 'waiting' && payment.reference !== null) {
    const state = await provider.look(payment.reference)
    await applyState(db, deps.keyedHash, { configId, id: payment.id, orderId }, state)
    isUnderWay = state.state === 'working'
  }
  const order = await findOrder(db, configId, number)
  if (!order) throw orderNotFound()
  const canPay = order.status === 'pending' && !isUnderWay
  const paymentUrl = canPay && open ? await openPayment(db, deps, order) : (canPay && payment?.url) || null
  return { status: order.status, paymentUrl }
}
