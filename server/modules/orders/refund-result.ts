import type { Database, Transaction } from '#server/db/connect.ts'
import type { KeyedHash } from '#server/http/keyed-hash.ts'
import { formatMoney } from '#server/modules/pricing/index.ts'
import type { RefundState } from '#server/platform/online-payment.ts'
import { findShopOf, theShop } from './online-shop.ts'
import { mailCustomer, type MailContext } from './order-mail.ts'
import { lockOrder } from './order.queries.ts'
import { addEvent } from './order.writes.ts'
import { countLines, countRefund } from './refund.writes.ts'

/** Which refund, of which order and shop. */
export interface RefundKey {
  configId: number
  id: number
  orderId: number
}

/** Draws the consequences of what a provider says about a refund; it may be told anything any number of times. */
export async function applyRefund(
  db: Database,
  keyedHash: KeyedHash,
  key: RefundKey,
  { reference, state, reason = '' }: RefundState,
): Promise<void> {
  const { configId, id, orderId } = key
  const shop = await findShopOf(db, configId)
  await db.transaction().execute(async (tx) => {
    if (state === 'failed') return fail(tx, key, reason)
    if (state === 'done')
      return void (await finishRefund(tx, { shop, keyedHash }, { id, orderId }, reference))
    await tx
      .updateTable('refund')
      .set({ reference, last_error: reason.slice(0, 1000) })
      .where('config_id', '=', configId)
      .where('id', '=', id)
      .where('status', '=', 'waiting')
      .execute()
  })
}

/** The money is on its way: the customer is told, once. False where that is known already. */
export async function finishRefund(
  tx: Transaction,
  mail: MailContext,
  { id, orderId }: { id: number; orderId: number },
  reference: string | null = null,
): Promise<boolean> {
  const { configId, locale } = mail.shop
  const order = await lockOrder(tx, configId, orderId)
  const done = await tx
    .updateTable('refund')
    // A provider is asked again tomorrow.
    .set({
      status: 'done',
      reference,
      last_error: null,
      due_at: reference === null ? 'infinity' : new Date(Date.now() + 24 * 3_600_000),
    })
    .where('config_id', '=', configId)
    .where('id', '=', id)
    .where('status', '=', 'waiting')
    .returning(['amount', 'currency'])
    .executeTakeFirst()
  if (!done) return false
  const amount = formatMoney(done.amount, done.currency ?? order.currency, locale)
  await mailRefund(tx, mail, { which: id, orderId, amount })
  return true
}

/** Tells the customer of a refund that is done; `amount` in words. */
export async function mailRefund(
  tx: Transaction,
  mail: MailContext,
  { which, orderId, amount }: { which: number | string; orderId: number; amount: string },
): Promise<void> {
  await mailCustomer(tx, mail, { orderId, kind: 'refunded', which, more: [`We have paid back ${amount}.`] })
}

/**
 * What will not be paid back, or came back from the bank, is not counted as paid back any more: staff see it, and find
 * another way.
 */
async function fail(tx: Transaction, { configId, id, orderId }: RefundKey, reason: string): Promise<void> {
  await lockOrder(tx, configId, orderId)
  const failed = await tx
    .updateTable('refund')
    .set({ status: 'failed', last_error: reason.slice(0, 1000), due_at: 'infinity' })
    .where('config_id', '=', configId)
    .where('id', '=', id)
    .where('status', '<>', 'failed')
    .returning(['amount', 'currency'])
    .executeTakeFirst()
  if (!failed) return
  await countLines(tx, configId, id, -1)
  if (failed.currency === null) await countRefund(tx, configId, { orderId, amount: -failed.amount })
  const event = { kind: 'refund_failed', note: reason.slice(0, 1000), isPublic: false }
  await addEvent(tx, configId, orderId, theShop, event)
}

/** Why a provider could not be asked, for staff. */
export async function noteRefundTrouble(
  db: Database,
  { configId, id }: RefundKey,
  message: string,
): Promise<void> {
  await db
    .updateTable('refund')
    .set({ last_error: message.slice(0, 1000) })
    .where('config_id', '=', configId)
    .where('id', '=', id)
    .where('status', '=', 'waiting')
    .execute()
}
