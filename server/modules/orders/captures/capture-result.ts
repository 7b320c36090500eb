import type { Database, Transaction } from '#server/db/connect.ts'
import { formatMoney } from '#server/modules/pricing/index.ts'
import type { KeyedHash } from '#server/platform/keyed-hash.ts'
import type { CaptureState } from '#server/platform/payments/payment-provider.ts'
import { findEmailShop } from '../emails/order-email.ts'
import { addEvent, systemActor } from '../order/order-event.writes.ts'
import { lockOrder, type OrderRow } from '../order/order.queries.ts'
import { amountDue, hasEnded, isPrepaid, settledAmount } from '../order/order.rules.ts'
import { addCapturedAmount } from '../order/order.writes.ts'
import { lockPayment, type PaymentRow } from '../payments/payment.queries.ts'
import { changeDifference, endPayment } from '../payments/payment.writes.ts'
import { refundRemaining } from '../refunds/full-refund.ts'
import { listCharges, sumCaptures } from './capture.queries.ts'
import { rejectCapture } from './foreign-capture.ts'
import { askAgain, storeEnd } from './authorization-state.ts'

const MAX_ERROR_LENGTH = 1000

/** Applies what a provider reports about a capture. Repeated and concurrent reports are safe. */
export async function applyCapture(
  db: Database,
  keyedHash: KeyedHash,
  { config_id: shopId, id, order_id: orderId }: Pick<PaymentRow, 'config_id' | 'id' | 'order_id'>,
  { state, charge, reason = '' }: CaptureState,
): Promise<void> {
  if (state === 'processing') return
  const shop = await findEmailShop(db, shopId)
  await db.transaction().execute(async (tx) => {
    const order = await lockOrder(tx, shopId, orderId)
    const capture = await lockPayment(tx, shopId, id)
    if (capture.authorized_by === null) return
    if (capture.status === 'failed') {
      // A refusal was heard before the answer of the attempt that has captured, or the bank has changed its mind.
      if (state === 'done') await applyLateCapture(tx, order, capture, { charge: charge ?? null, shop })
      return
    }
    if (capture.status !== 'capturing') return
    if (state === 'failed') {
      await endPayment(tx, capture, { status: 'failed', charge: null })
      // The authorisation may have ended.
      await askAgain(tx, capture)
      const note = reason.slice(0, MAX_ERROR_LENGTH)
      await addEvent(tx, shopId, orderId, systemActor, { kind: 'capture_failed', note, isPublic: false })
      return
    }
    await completeCapture(tx, order, capture, { charge: charge ?? null, locale: shop.locale })
  })
}

/** Counts a capture that had failed, unless it is counted already. Refunds it if the order is paid another way by now. */
async function applyLateCapture(
  tx: Transaction,
  order: OrderRow,
  capture: PaymentRow,
  { charge, shop: { locale } }: { charge: string | null; shop: { locale: string } },
): Promise<void> {
  const { config_id: shopId, id: orderId } = order
  const known = await listCharges(tx, shopId, capture.authorized_by ?? 0)
  if (charge === null || known.has(charge)) return
  if (capture.amount > order.total - settledAmount(order))
    return rejectCapture(tx, order, capture, { charge, locale })
  await completeCapture(tx, order, capture, { charge, locale })
  const authorization = await lockPayment(tx, shopId, capture.authorized_by ?? 0)
  if (authorization.status === 'expired') await storeEnd(tx, authorization, 'captured')
  // What is due was asked for again without it.
  const counted = await lockOrder(tx, shopId, orderId)
  const { provider } = authorization
  if (isPrepaid(counted))
    await changeDifference(tx, shopId, orderId, { provider, amount: amountDue(counted) })
}

async function completeCapture(
  tx: Transaction,
  order: OrderRow,
  capture: PaymentRow,
  { charge, locale }: { charge: string | null; locale: string },
): Promise<void> {
  const { config_id: shopId, id: orderId, currency } = order
  const { amount, is_last_capture: isLast } = capture
  await endPayment(tx, capture, { status: 'paid', charge })
  await addCapturedAmount(tx, shopId, { orderId, amount, isLast })
  const note = formatMoney(amount, currency, locale)
  await addEvent(tx, shopId, orderId, systemActor, { kind: 'captured', note, isPublic: true })
  const authorization = await lockPayment(tx, shopId, capture.authorized_by ?? 0)
  if (authorization.status === 'released') await storeEnd(tx, authorization, 'captured')
  if (isLast && authorization.status === 'authorized') {
    const isWhole = (await sumCaptures(tx, authorization)) === authorization.amount
    await storeEnd(tx, authorization, isWhole ? 'captured' : 'releasing')
  }
  if (hasEnded(order))
    await refundRemaining(
      tx,
      { shopId, actor: systemActor },
      await lockOrder(tx, shopId, orderId),
      'Taken after the order had ended',
    )
}
