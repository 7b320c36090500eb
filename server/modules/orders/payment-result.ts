import { sql } from 'kysely'
import type { Database, Transaction } from '#server/db/connect.ts'
import type { KeyedHash } from '#server/http/keyed-hash.ts'
import type { WriteContext } from '#server/modules/journal/index.ts'
import {
  endPayment,
  lockPayment,
  takeNews,
  type PaymentKey,
  type PaymentRow,
} from '#server/modules/payments/index.ts'
import { formatMoney } from '#server/modules/pricing/index.ts'
import type { PaymentState } from '#server/platform/online-payment.ts'
import { cancelOrder, confirmOrder } from './move.writes.ts'
import { findShopOf, theShop } from './online-shop.ts'
import { mailCustomer, type MailContext } from './order-mail.ts'
import { lockOrder, type OrderRow } from './order.queries.ts'
import { addEvent } from './order.writes.ts'
import { insertRefund, payBackAll } from './refund.writes.ts'

/** What is worked on: under whose name, for which shop, the order and its payment as they are under their locks. */
interface Case {
  write: WriteContext
  mail: MailContext
  order: OrderRow
  payment: PaymentRow
}

/**
 * Draws the consequences of what a provider says about a payment: the order is confirmed, once, or let go, or the money goes
 * back. It may be told anything any number of times, by several at once. `news` is worked on once.
 */
export async function applyState(
  db: Database,
  keyedHash: KeyedHash,
  { configId, id, orderId }: PaymentKey,
  state: PaymentState,
  news?: Parameters<typeof takeNews>[2],
): Promise<void> {
  const shop = await findShopOf(db, configId)
  await db.transaction().execute(async (tx) => {
    if (news && !(await takeNews(tx, configId, news))) return
    const order = await lockOrder(tx, configId, orderId)
    const payment = await lockPayment(tx, configId, id)
    const one = { write: { configId, actor: theShop }, mail: { shop, keyedHash }, order, payment }
    if (state.state === 'paid') await applyPaid(tx, one, state)
    if (state.state === 'lost') await applyLost(tx, one)
  })
}

/**
 * Lets an order go of which nobody can say whether it is paid. The payment stays open: as soon as its provider can be asked
 * again it is, and money that is there goes back. Until then staff see it among what they have to settle.
 */
export async function letGoUnknown(
  db: Database,
  keyedHash: KeyedHash,
  { configId, orderId }: PaymentKey,
): Promise<void> {
  const shop = await findShopOf(db, configId)
  await db.transaction().execute(async (tx) => {
    const order = await lockOrder(tx, configId, orderId)
    if (order.status !== 'pending') return
    const write = { configId, actor: theShop }
    const note = 'look there, and say under Money what you have found'
    await addEvent(tx, configId, orderId, theShop, { kind: 'payment_unknown', note, isPublic: false })
    await cancelOrder(tx, write, orderId, { kind: 'expired', isPublic: true })
    const more = ['No payment has reached us in time. Should you have paid, you get all of it back.']
    await mailCustomer(tx, { shop, keyedHash }, { orderId, kind: 'cancelled', more })
  })
}

async function applyPaid(tx: Transaction, one: Case, state: PaymentState): Promise<void> {
  const { write, mail, order, payment } = one
  // Told again: its money is counted, or on its way back.
  if (payment.status === 'paid' || payment.charge !== null) return
  const isRight = state.amount === payment.amount && state.currency === order.currency
  if (!isRight || order.paid > 0) return refuseMoney(tx, one, state)
  const { configId, actor } = write
  await endPayment(tx, payment, { status: 'paid', charge: state.charge ?? null })
  await sql`
    update shop_order set paid = paid + ${payment.amount}
    where config_id = ${configId} and id = ${order.id}`.execute(tx)
  await addEvent(tx, configId, order.id, actor, { kind: 'paid', isPublic: true })
  if (order.status === 'pending') {
    await confirmOrder(tx, write, order.id)
    await mailCustomer(tx, mail, { orderId: order.id, kind: 'confirmed' })
  } else await payBackAll(tx, write, await lockOrder(tx, configId, order.id), 'It was paid too late')
}

/** Money that is not what the order costs, or comes a second time, is not counted and goes back as it came. */
async function refuseMoney(tx: Transaction, one: Case, state: PaymentState): Promise<void> {
  const { write, mail, order, payment } = one
  const { configId, actor } = write
  const { amount = payment.amount, currency, charge = null } = state
  await endPayment(tx, payment, { status: 'failed', charge })
  const words = (minor: number, unit: string) => formatMoney(minor, unit, mail.shop.locale)
  const note = `${words(amount, currency)} instead of ${words(order.total - order.paid, order.currency)}`
  await addEvent(tx, configId, order.id, actor, { kind: 'payment_refused', note, isPublic: false })
  const refund = { paymentId: payment.id, amount, currency, reason: note, isCounted: false }
  await insertRefund(tx, write, order, refund)
  if (order.status === 'pending') await letGo(tx, one, 'payment_failed', 'The payment was not what it costs.')
}

async function applyLost(tx: Transaction, one: Case): Promise<void> {
  const { order, payment } = one
  if (payment.status !== 'waiting') return
  const isPending = order.status === 'pending'
  await endPayment(tx, payment, { status: isPending ? 'failed' : 'cancelled', charge: null })
  if (!isPending) return
  const isLate = order.reserved_until !== null && order.reserved_until.getTime() <= Date.now()
  if (isLate) await letGo(tx, one, 'expired', 'It was not paid in time.')
  else await letGo(tx, one, 'payment_failed', 'The payment was not made.')
}

async function letGo(
  tx: Transaction,
  { write, mail, order: { id: orderId } }: Case,
  kind: string,
  sentence: string,
): Promise<void> {
  await cancelOrder(tx, write, orderId, { kind, isPublic: true })
  await mailCustomer(tx, mail, { orderId, kind: 'cancelled', more: [sentence] })
}
