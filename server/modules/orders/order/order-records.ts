import { sql } from 'kysely'
import type { Database } from '#server/db/connect.ts'
import type { PersonalRecords } from '#server/platform/personal-records.ts'
import { toMajor } from '#server/modules/pricing/index.ts'
import { forgetBuyer } from '#server/modules/checkout-sessions/index.ts'
import { noteDeletedEmails } from './order.writes.ts'

/** The orders of a person. Tax law requires them to be kept after the account is deleted; only the link to it is removed. */
export const orderRecords: PersonalRecords = {
  name: 'orders',
  list: listOrders,
  // Its emails are deleted with the account, as are those of orders that it placed as a guest.
  async forget(tx, shopId, userId) {
    await noteDeletedEmails(tx, shopId, userId)
    await forgetBuyer(tx, shopId, userId)
    await sql`
      delete from confirmed_address a using app_user u
      where u.config_id = ${shopId} and u.id = ${userId} and a.config_id = u.config_id and a.email = lower(u.email)`.execute(
      tx,
    )
  },
}

/** Oldest first, amounts in major units of the order's currency. */
async function listOrders(db: Database, shopId: number, userId: number) {
  const orders = await db
    .selectFrom('shop_order')
    .select(['id', 'number', 'serial', 'status', 'placed_at', 'currency', 'email', 'phone'])
    .select(['shipping_address', 'billing_address', 'shipping_name', 'payment_method', 'coupon_code'])
    .select(['discount_reason', 'customer_note', 'gift_to', 'carrier', 'tracking'])
    .select([
      'subtotal',
      'discount',
      'coupon_discount',
      'shipping',
      'cash_fee',
      'deposit',
      'tax',
      'total',
      'paid',
      'refunded',
    ])
    .where('config_id', '=', shopId)
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
  const ids = orders.map(({ id }) => id)
  const lines = ids.length > 0 ? await listLinesOf(db, shopId, ids) : []
  return orders.map(({ id, ...order }) => {
    const major = (minor: number) => toMajor(minor, order.currency)
    return {
      ...order,
      subtotal: major(order.subtotal),
      discount: major(order.discount),
      coupon_discount: major(order.coupon_discount),
      shipping: major(order.shipping),
      cash_fee: major(order.cash_fee),
      deposit: major(order.deposit),
      tax: major(order.tax),
      total: major(order.total),
      paid: major(order.paid),
      refunded: major(order.refunded),
      lines: lines
        .filter((line) => line.order_id === id)
        .map(({ name, options, sku, quantity, total }) => ({
          name,
          options,
          sku,
          quantity,
          total: major(total),
        })),
    }
  })
}

function listLinesOf(db: Database, shopId: number, orderIds: readonly number[]) {
  return db
    .selectFrom('order_line')
    .select(['order_id', 'name', 'options', 'sku', 'quantity', 'total'])
    .where('config_id', '=', shopId)
    .where('order_id', 'in', orderIds)
    .orderBy('order_id')
    .orderBy('position')
    .execute()
}
