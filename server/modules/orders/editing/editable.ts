import type { Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import { findLatestPayment } from '../payments/payment.queries.ts'
import { findInvoice } from '../invoices/invoice.writes.ts'
import { requireNotHeld } from '../hold/hold.rules.ts'
import type { OrderRow } from '../order/order.queries.ts'
import { wrongStatus } from '../order/order.rules.ts'
import { canEditItems } from '../staff/admin-order.rules.ts'

/**
 * Refuses a change of the items of a locked order that has shipped, is paid or has an invoice, or whose payment page is open:
 * someone may be paying the old total there. AppError 409 `wrong_status`, `order_paid`, `order_invoiced`, `payment_open` or `on_hold`.
 */
export async function requireEditable(tx: Transaction, order: OrderRow): Promise<void> {
  const { config_id: shopId, id, serial } = order
  requireNotHeld(order)
  if (order.paid > 0) {
    const message = `Order ${serial} is paid. Refund what is not wanted, and make another order for what is added`
    throw new AppError(409, 'order_paid', message)
  }
  if (!canEditItems(order)) throw wrongStatus(order, 'edited')
  const [invoice, payment] = await Promise.all([
    findInvoice(tx, shopId, id),
    findLatestPayment(tx, shopId, id),
  ])
  if (invoice) {
    const message = `Order ${serial} has invoice ${invoice.number}. Cancel it and make a new order`
    throw new AppError(409, 'order_invoiced', message)
  }
  if (payment && payment.reference !== null) {
    const message = `The customer has opened the payment page of order ${serial}. Cancel it and make a new order`
    throw new AppError(409, 'payment_open', message)
  }
}
