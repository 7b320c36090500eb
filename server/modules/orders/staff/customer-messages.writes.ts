import type { ResentEmailKind } from '#contract/orders/order-emails.ts'
import { later, type Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import { record } from '#server/modules/audit/index.ts'
import { formatMoney } from '#server/modules/pricing/index.ts'
import { emailCustomer, refundSentence } from '../emails/order-email.ts'
import { lockOrderByNumber, sumCompletedRefunds } from '../order/order.queries.ts'
import { addEvent } from '../order/order-event.writes.ts'
import { resendableEmails } from './admin-order.rules.ts'
import type { StaffAction } from './admin-order.writes.ts'

/**
 * Adds an internal note, or a public message that the customer gets by email too. Returns the address of the order, which may
 * be empty. AppError 404.
 */
export async function addNote(
  tx: Transaction,
  { write, email, number }: StaffAction,
  { text: note, isPublic }: { text: string; isPublic: boolean },
): Promise<string> {
  const { shopId, actor } = write
  const { id, email: recipient } = await lockOrderByNumber(tx, shopId, number)
  const kind = isPublic ? ('message' as const) : ('note' as const)
  const instance = await addEvent(tx, shopId, id, actor, { kind, note, isPublic })
  if (isPublic) await emailCustomer(tx, email, { orderId: id, kind: 'message', instance, details: [note] })
  const after = { [kind]: note }
  later(tx, record(tx, { ...write, action: 'update', subject: 'order', subjectId: id, before: {}, after }))
  return recipient
}

/** Sends an order email again, with the order as it is now. AppError 404, 409 `email_not_sent`. */
export async function resendEmail(
  tx: Transaction,
  { write, email, number }: StaffAction,
  kind: ResentEmailKind,
): Promise<void> {
  const { shopId, actor } = write
  const order = await lockOrderByNumber(tx, shopId, number)
  const refunded = await sumCompletedRefunds(tx, shopId, order.id)
  if (!resendableEmails(order, refunded).includes(kind))
    throw new AppError(409, 'email_not_sent', 'This email hasn’t been sent yet')
  const event = { kind: 'emailed', note: kind, isPublic: false }
  const eventId = await addEvent(tx, shopId, order.id, actor, event)
  const amount = formatMoney(refunded, order.currency, email.shop.locale)
  const details = kind === 'refunded' ? [refundSentence(amount)] : []
  await emailCustomer(tx, email, { orderId: order.id, kind, instance: `again-${eventId}`, details })
  const after = { emailed: kind }
  later(
    tx,
    record(tx, { ...write, action: 'update', subject: 'order', subjectId: order.id, before: {}, after }),
  )
}
