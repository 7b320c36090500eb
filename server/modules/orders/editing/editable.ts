import type { Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import { capturePending } from '../captures/capture.rules.ts'
import { findOpenCapture } from '../captures/capture.queries.ts'
import { giftCardsFixed } from '../credit/gift-lines.rules.ts'
import { sellsGiftCards } from '../credit/sell-gift-cards.writes.ts'
import { hasOpenPage } from '../payments/payment.queries.ts'
import { findInvoice } from '../invoices/invoice.writes.ts'
import { requireNotHeld } from '../hold/hold.rules.ts'
import type { OrderRow } from '../order/order.queries.ts'
import { wrongStatus } from '../order/order.rules.ts'
import { canEdit } from '../staff/admin-order.rules.ts'

/**
 * Refuses a change of a locked order that has shipped, has an invoice or refunded items, or whose payment page is open: someone
 * may be paying the old total there. AppError 409 `wrong_status`, `order_refunded`, `order_invoiced`, `payment_open`, `label_pending`,
 * `on_hold` or `has_gift_cards`.
 */
export async function requireEditable(tx: Transaction, order: OrderRow): Promise<void> {
  const { config_id: shopId, id, serial } = order
  requireNotHeld(order)
  await requireNoPurchase(tx, order)
  await requireNoCapture(tx, order)
  const [invoice, isOpen, hasRefunds, hasCards] = await Promise.all([
    findInvoice(tx, shopId, id),
    hasOpenPage(tx, shopId, id),
    hasOtherRefunds(tx, order),
    sellsGiftCards(tx, shopId, id),
  ])
  if (hasRefunds) {
    const message = `Part of order ${serial} was refunded. Make another order for what is added`
    throw new AppError(409, 'order_refunded', message)
  }
  if (!canEdit(order)) throw wrongStatus(order, 'edited')
  if (hasCards) throw giftCardsFixed()
  if (invoice) {
    const message = `Order ${serial} has invoice ${invoice.number}. Cancel it and make a new order`
    throw new AppError(409, 'order_invoiced', message)
  }
  if (isOpen) {
    const message =
      order.paid > 0
        ? `The customer has opened the payment page of order ${serial}. Mark it as paid, or wait until the page closes, within a day`
        : `The customer has opened the payment page of order ${serial}. Cancel it and make a new order`
    throw new AppError(409, 'payment_open', message)
  }
}

/**
 * Refuses to change what a locked order ships while a label of it is being bought: the carrier knows the order as it was.
 * AppError 409 `label_pending`.
 */
export async function requireNoPurchase(
  tx: Transaction,
  { config_id: shopId, id, serial }: OrderRow,
): Promise<void> {
  const label = await tx
    .selectFrom('carrier_label')
    .select('id')
    .where('config_id', '=', shopId)
    .where('order_id', '=', id)
    .where('state', '=', 'buying')
    .executeTakeFirst()
  if (!label) return
  const message = `A label of order ${serial} is being bought. Wait for its result`
  throw new AppError(409, 'label_pending', message)
}

/** Refuses a change while it is unknown whether the provider has taken money of the present total. AppError 409 `capture_pending`. */
async function requireNoCapture(tx: Transaction, order: OrderRow): Promise<void> {
  if (order.authorized > 0 && (await findOpenCapture(tx, order.config_id, order.id)))
    throw capturePending(order)
}

/** Whether items or goodwill of an order were refunded, or should have been. Their lines cannot change any more. */
async function hasOtherRefunds(tx: Transaction, { config_id: shopId, id }: OrderRow): Promise<boolean> {
  const refund = await tx
    .selectFrom('refund')
    .select('id')
    .where('config_id', '=', shopId)
    .where('order_id', '=', id)
    .where('is_excess', '=', false)
    .where('currency', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return refund !== undefined
}
