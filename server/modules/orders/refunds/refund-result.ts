import { sql } from 'kysely'
import type { Database, Transaction } from '#server/db/connect.ts'
import { formatMoney } from '#server/modules/pricing/index.ts'
import type { KeyedHash } from '#server/platform/keyed-hash.ts'
import type { RefundState } from '#server/platform/payments/payment-provider.ts'
import { addEvent, systemActor } from '../order/order-event.writes.ts'
import { emailCustomer, findEmailShop, refundSentence, type EmailContext } from '../emails/order-email.ts'
import { lockOrder } from '../order/order.queries.ts'
import { addRefundedAmount, addRefundedLines } from '../order/order.writes.ts'
import { updateRefund, type RefundKey } from './refund.writes.ts'

const MAX_ERROR_LENGTH = 1000

/** Applies what a provider reports about a refund. Repeated reports are safe. */
export async function applyRefundState(
  db: Database,
  keyedHash: KeyedHash,
  key: RefundKey,
  { reference, state, reason = '' }: RefundState,
): Promise<void> {
  const { shopId, id, orderId } = key
  const shop = await findEmailShop(db, shopId)
  await db.transaction().execute(async (tx) => {
    if (state === 'failed') return failRefund(tx, key, reason)
    if (state === 'done')
      return void (await completeRefund(tx, { shop, services: { keyedHash } }, { id, orderId }, reference))
    const changes = { reference, last_error: reason.slice(0, MAX_ERROR_LENGTH) }
    await updateRefund(tx, { shopId, id, from: ['waiting'] }, changes)
  })
}

/** Completes a waiting refund and emails the customer, once. Returns false if it was not waiting. */
export async function completeRefund(
  tx: Transaction,
  email: EmailContext,
  { id, orderId }: { id: number; orderId: number },
  reference: string | null = null,
): Promise<boolean> {
  const { shopId, locale } = email.shop
  const order = await lockOrder(tx, shopId, orderId)
  const changes = {
    status: 'done',
    reference,
    last_error: null,
    // A bank may still reject the refund, so the provider is asked again tomorrow.
    due_at: reference === null ? 'infinity' : sql<Date>`now() + interval '1 day'`,
  }
  const done = await updateRefund(tx, { shopId, id, from: ['waiting'] }, changes)
  if (!done) return false
  const amount = formatMoney(done.amount, done.currency ?? order.currency, locale)
  await emailRefund(tx, email, { instance: id, orderId, amount })
  return true
}

/** Emails the customer about a completed refund; `amount` is formatted, `to` the gift card or store credit that has it. */
export async function emailRefund(
  tx: Transaction,
  email: EmailContext,
  {
    instance,
    orderId,
    amount,
    to,
  }: { instance: number | string; orderId: number; amount: string; to?: string | undefined },
): Promise<void> {
  const details = [refundSentence(amount, to)]
  await emailCustomer(tx, email, { orderId, kind: 'refunded', instance, details })
}

/** Stops counting a refund that the provider refused or a bank rejected. Staff see it and send the money another way. */
async function failRefund(
  tx: Transaction,
  { shopId, id, orderId }: RefundKey,
  reason: string,
): Promise<void> {
  await lockOrder(tx, shopId, orderId)
  const note = reason.slice(0, MAX_ERROR_LENGTH)
  const changes = { status: 'failed', last_error: note, due_at: 'infinity' }
  const failed = await updateRefund(tx, { shopId, id, from: ['waiting', 'done'] }, changes)
  if (!failed) return
  await addRefundedLines(tx, shopId, id, -1)
  const { amount, currency, is_excess: isExcess } = failed
  if (currency === null) await addRefundedAmount(tx, shopId, { orderId, amount: -amount, isExcess })
  await addEvent(tx, shopId, orderId, systemActor, { kind: 'refund_failed', note, isPublic: false })
}

/** Stores why a provider could not be asked, for staff. */
export async function storeRefundError(
  db: Database,
  { shopId, id }: RefundKey,
  message: string,
): Promise<void> {
  const changes = { last_error: message.slice(0, MAX_ERROR_LENGTH) }
  await updateRefund(db, { shopId, id, from: ['waiting'] }, changes)
}
