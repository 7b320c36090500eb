import type { Database, Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import { record, type WriteContext } from '#server/modules/audit/index.ts'
import { formatMoney } from '#server/modules/pricing/index.ts'
import { addEvent } from '../order/order-event.writes.ts'
import { lockOrder, lockOrderByNumber } from '../order/order.queries.ts'
import type { PaymentDeps } from '../payments/payment-deps.ts'
import { applyPaymentState } from '../payments/payment-result.ts'
import { lockPayment, type DuePayment } from '../payments/payment.queries.ts'
import { loseReserve } from './authorization-result.ts'
import { findAuthorization, findOpenCapture, sumCaptures } from './capture.queries.ts'
import { capturePending } from './capture.rules.ts'
import { storeEnd } from './authorization-state.ts'

/**
 * Gives back what is reserved of an order for staff. It is due again, and ships once it is paid another way. AppError 404, 409
 * `nothing_authorized` or `capture_pending`.
 */
export async function releaseAsStaff(
  tx: Transaction,
  write: WriteContext,
  { number, locale }: { number: string; locale: string },
): Promise<void> {
  const { shopId, actor } = write
  const order = await lockOrderByNumber(tx, shopId, number)
  const payment = order.authorized > 0 ? await findAuthorization(tx, shopId, order.id) : undefined
  if (!payment)
    throw new AppError(409, 'nothing_authorized', `Nothing of order ${order.serial} is authorised`)
  if (await findOpenCapture(tx, shopId, order.id)) throw capturePending(order)
  await storeEnd(tx, payment, 'releasing')
  const due = await loseReserve(tx, { order, payment })
  const money = (minor: number) => formatMoney(minor, order.currency, locale)
  const event = { kind: 'authorization_released', note: money(order.authorized), isPublic: true }
  await addEvent(tx, shopId, order.id, actor, event)
  if (due > 0)
    await addEvent(tx, shopId, order.id, actor, { kind: 'payment_due', note: money(due), isPublic: true })
  const entry = { action: 'update', subject: 'order', subjectId: order.id } as const
  const before = { authorized: order.authorized }
  await record(tx, { ...write, ...entry, before, after: { authorized: 0 } })
}

/**
 * Asks the provider to give back what is reserved, and counts what somebody has captured there before. A capture whose outcome is not
 * known is asked about afterwards.
 */
export async function releaseAuthorization(
  db: Database,
  { online, keyedHash }: PaymentDeps,
  due: DuePayment,
): Promise<void> {
  const { shopId, id, orderId, charge, reference } = due
  if (charge === null || reference === null) return
  const providers = await online.ofShop(db, shopId)
  const provider = await providers.ofPayment(due)
  if (!provider?.later) throw new Error(`The keys of ${due.provider} are missing or can’t be read`)
  await provider.later.release(charge)
  await applyPaymentState(db, keyedHash, due, await provider.getPayment(reference))
  await db.transaction().execute(async (tx) => {
    await lockOrder(tx, shopId, orderId)
    const payment = await lockPayment(tx, shopId, id)
    if (payment.status !== 'releasing') return
    await storeEnd(tx, payment, (await sumCaptures(tx, payment)) > 0 ? 'captured' : 'released')
  })
}
