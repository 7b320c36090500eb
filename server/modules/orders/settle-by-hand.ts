import type { Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import { record, type WriteContext } from '#server/modules/journal/index.ts'
import { endPayment, lockPayment } from '#server/modules/payments/index.ts'
import { formatMoney } from '#server/modules/pricing/index.ts'
import type { OnlineProvider } from '#server/platform/online-payment.ts'
import type { MailContext } from './order-mail.ts'
import { lockOrder } from './order.queries.ts'
import { addEvent } from './order.writes.ts'
import { finishRefund, mailRefund } from './refund-result.ts'
import { countLines, countRefund } from './refund.writes.ts'

interface By {
  write: WriteContext
  mail: MailContext
  online: readonly OnlineProvider[]
}

interface Refund {
  status: string
  /** What the provider has of the payment; null: no provider has it. */
  charge: string | null
  provider: string
}

/** Whether a refund waits for somebody of the shop: no provider has the money, can be asked for it, or will send it. */
export const waitsForStaff = (
  { status, charge, provider }: Refund,
  online: readonly Pick<OnlineProvider, 'id'>[],
): boolean =>
  status === 'failed' ||
  (status === 'waiting' && (charge === null || !online.some(({ id }) => id === provider)))

/**
 * Staff has sent the money of a refund that no provider sends: the customer is told. AppError 409 where it is done already,
 * or is done by the provider, or the money went back in another way meanwhile.
 */
export async function settleByHand(
  tx: Transaction,
  { write, mail, online }: By,
  { orderId, id }: { orderId: number; id: number },
): Promise<void> {
  const { configId } = write
  const order = await lockOrder(tx, configId, orderId)
  const refund = await tx
    .selectFrom('refund as r')
    .innerJoin('payment as p', (join) =>
      join.onRef('p.config_id', '=', 'r.config_id').onRef('p.id', '=', 'r.payment_id'),
    )
    .select(['r.amount', 'r.currency', 'r.status', 'p.charge', 'p.provider'])
    .where('r.config_id', '=', configId)
    .where('r.order_id', '=', orderId)
    .where('r.id', '=', id)
    .executeTakeFirst()
  if (!refund || !waitsForStaff(refund, online))
    throw new AppError(409, 'not_waiting', 'This refund is done already, or is done by the provider.')
  if (refund.status === 'waiting') await finishRefund(tx, mail, { id, orderId })
  else {
    const { amount, currency } = refund
    if (currency === null) {
      await requireStillOwed(tx, configId, { id, amount, owed: order.paid - order.refunded })
      await countLines(tx, configId, id, 1)
      await countRefund(tx, configId, { orderId, amount })
    }
    await tx
      .updateTable('refund')
      .set({ status: 'done' })
      .where('config_id', '=', configId)
      .where('id', '=', id)
      .execute()
    const note = formatMoney(amount, currency ?? order.currency, mail.shop.locale)
    await addEvent(tx, configId, orderId, write.actor, { kind: 'refund_sent', note, isPublic: true })
    // It may have been told before, when the provider had promised it.
    await mailRefund(tx, mail, { which: `sent-${id}`, orderId, amount: note })
  }
  const after = { money_sent: refund.amount }
  await record(tx, { ...write, action: 'update', subject: 'order', subjectId: orderId, before: {}, after })
}

async function requireStillOwed(
  tx: Transaction,
  configId: number,
  { id, amount, owed }: { id: number; amount: number; owed: number },
): Promise<void> {
  const tooMuch = await tx
    .selectFrom('refund_line as r')
    .innerJoin('order_line as l', (join) =>
      join
        .onRef('l.config_id', '=', 'r.config_id')
        .onRef('l.order_id', '=', 'r.order_id')
        .onRef('l.position', '=', 'r.position'),
    )
    .select('l.position')
    .where('r.config_id', '=', configId)
    .where('r.refund_id', '=', id)
    .whereRef('l.quantity', '<', ({ eb }) => eb('l.refunded_quantity', '+', eb.ref('r.quantity')))
    .executeTakeFirst()
  if (amount > owed || tooMuch)
    throw new AppError(409, 'beyond_paid', 'This money was paid back in another way already.')
}

/**
 * Staff has looked at the provider of a payment whose end the shop cannot find out: nothing of it is there, or it was paid
 * back there. AppError 409 where nobody asks for that.
 */
export async function closePaymentByHand(
  tx: Transaction,
  write: WriteContext,
  { orderId, id }: { orderId: number; id: number },
): Promise<void> {
  const { configId, actor } = write
  const { status } = await lockOrder(tx, configId, orderId)
  const payment = await lockPayment(tx, configId, id)
  const isOpen = payment.order_id === orderId && payment.status === 'waiting' && payment.look_at !== null
  if (status === 'pending' || !isOpen)
    throw new AppError(
      409,
      'not_waiting',
      'The end of this payment is known, or the order still waits for it.',
    )
  await endPayment(tx, payment, { status: 'cancelled', charge: null })
  await addEvent(tx, configId, orderId, actor, { kind: 'payment_closed', isPublic: false })
  const after = { payment_closed: payment.amount }
  await record(tx, { ...write, action: 'update', subject: 'order', subjectId: orderId, before: {}, after })
}
