import { later, type Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import { record, type WriteContext } from '#server/modules/audit/index.ts'
import { formatMoney } from '#server/modules/pricing/index.ts'
import type { ShopProviders } from '#server/platform/payments/online-payments.ts'
import { lockOrder } from '../order/order.queries.ts'
import { awaitsPayment, excessOwed } from '../order/order.rules.ts'
import type { EmailContext } from '../emails/order-email.ts'
import { addRefundedAmount, addRefundedLines } from '../order/order.writes.ts'
import { endPayment } from '../payments/payment.writes.ts'
import { lockPayment } from '../payments/payment.queries.ts'
import { addEvent } from '../order/order-event.writes.ts'
import { updateRefund } from './refund.writes.ts'
import { awaitsStaff } from './refund.rules.ts'
import { completeRefund, emailRefund } from './refund-result.ts'

interface StaffContext {
  write: WriteContext
  email: EmailContext
  providers: ShopProviders
}

/** Records that staff have sent a refund. AppError 409 if it is done, or belongs to the provider, or was sent otherwise. */
export async function recordManualRefund(
  tx: Transaction,
  { write, email, providers }: StaffContext,
  { orderId, id }: { orderId: number; id: number },
): Promise<void> {
  const { shopId } = write
  const order = await lockOrder(tx, shopId, orderId)
  const refund = await tx
    .selectFrom('refund as r')
    .innerJoin('payment as p', (join) =>
      join.onRef('p.config_id', '=', 'r.config_id').onRef('p.id', '=', 'r.payment_id'),
    )
    .select([
      'r.amount',
      'r.currency',
      'r.status',
      'r.is_excess',
      'p.charge',
      'p.provider',
      'p.account_id as accountId',
    ])
    .where('r.config_id', '=', shopId)
    .where('r.order_id', '=', orderId)
    .where('r.id', '=', id)
    .executeTakeFirst()
  if (!refund || !awaitsStaff(refund, providers))
    throw new AppError(409, 'not_open', 'This refund is already completed or handled by the provider')
  if (refund.status === 'waiting') await completeRefund(tx, email, { id, orderId })
  else {
    const { amount, currency, is_excess: isExcess } = refund
    if (currency === null) {
      const owed = isExcess ? excessOwed(order) : order.paid - order.refunded
      await requireStillOwed(tx, shopId, { id, amount, owed })
      await addRefundedLines(tx, shopId, id, 1)
      await addRefundedAmount(tx, shopId, { orderId, amount, isExcess })
    }
    await updateRefund(tx, { shopId, id, from: ['failed'] }, { status: 'done' })
    const note = formatMoney(amount, currency ?? order.currency, email.shop.locale)
    await addEvent(tx, shopId, orderId, write.actor, { kind: 'refund_sent', note, isPublic: true })
    // The provider may have completed this refund before it failed, so this is a second email.
    await emailRefund(tx, email, { instance: `sent-${id}`, orderId, amount: note })
  }
  const after = { money_sent: refund.amount }
  later(
    tx,
    record(tx, { ...write, action: 'update', subject: 'order', subjectId: orderId, before: {}, after }),
  )
}

async function requireStillOwed(
  tx: Transaction,
  shopId: number,
  { id, amount, owed }: { id: number; amount: number; owed: number },
): Promise<void> {
  const exceededLine = await tx
    .selectFrom('refund_line as r')
    .innerJoin('order_line as l', (join) =>
      join
        .onRef('l.config_id', '=', 'r.config_id')
        .onRef('l.order_id', '=', 'r.order_id')
        .onRef('l.position', '=', 'r.position'),
    )
    .select('l.position')
    .where('r.config_id', '=', shopId)
    .where('r.refund_id', '=', id)
    .whereRef('l.quantity', '<', ({ eb }) => eb('l.refunded_quantity', '+', eb.ref('r.quantity')))
    .executeTakeFirst()
  if (amount > owed || exceededLine)
    throw new AppError(409, 'exceeds_paid', 'This money was already refunded another way')
}

/**
 * Closes a payment of unknown status after staff have checked the provider. AppError 409 if the order is pending or the
 * payment has ended.
 */
export async function closeUnknownPayment(
  tx: Transaction,
  write: WriteContext,
  { orderId, id }: { orderId: number; id: number },
): Promise<void> {
  const { shopId, actor } = write
  const order = await lockOrder(tx, shopId, orderId)
  const payment = await lockPayment(tx, shopId, id)
  const isOpen = payment.order_id === orderId && payment.status === 'waiting' && payment.next_poll_at !== null
  if (awaitsPayment(order) || !isOpen)
    throw new AppError(409, 'not_open', 'This payment has already ended, or the order still awaits it')
  await endPayment(tx, payment, { status: 'cancelled', charge: null })
  await addEvent(tx, shopId, orderId, actor, { kind: 'payment_closed', isPublic: false })
  const after = { payment_closed: payment.amount }
  later(
    tx,
    record(tx, { ...write, action: 'update', subject: 'order', subjectId: orderId, before: {}, after }),
  )
}
