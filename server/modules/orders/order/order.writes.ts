import { sql, type Insertable, type InsertObject, type UpdateObject } from 'kysely'
import type { OrderAddress, OrderStatus } from '#contract/orders/order.ts'
import { type Database, prepared, type Transaction } from '#server/db/connect.ts'
import type { DB, OrderLine, ShopOrder } from '#server/db/schema.ts'
import type { DeliveryTax } from '#server/modules/pricing/index.ts'
import { AppError } from '#server/http/errors.ts'
import type { OrderRow } from './order.queries.ts'

// All writes of `shop_order` and of its lines. Callers have locked the order, and say why it may change.

/** An order to insert, without its shop. The database assigns its id and its serial. */
export type NewOrder = Omit<
  Insertable<ShopOrder>,
  'config_id' | 'placed_from' | 'placed_at' | 'shipping_address' | 'billing_address' | 'shipping_taxes'
> & {
  shipping_address: OrderAddress
  billing_address: OrderAddress
  shipping_taxes: DeliveryTax[]
  cash_fee: number
  deposit: number
  status: OrderStatus
  placed_at: Date
  /** The network of an unpaid order, as a hash. It is dropped if the email address is confirmed. */
  placed_from: string | null
}

/** A line to insert, without its shop and its order. */
export type NewOrderLine = Omit<Insertable<OrderLine>, 'config_id' | 'order_id' | 'options'> & {
  options: [name: string, value: string][]
}

/**
 * Inserts an order with its lines and returns it. Both are one statement, because a trigger writes the event `order.placed`,
 * which lists the lines, at its end.
 */
export async function insertOrder(
  tx: Transaction,
  shopId: number,
  { placed_from: placedFrom, shipping_address: to, billing_address: billing, ...order }: NewOrder,
  lines: readonly NewOrderLine[],
): Promise<OrderRow> {
  const inserting = tx
    .insertInto('shop_order')
    .values({
      ...order,
      config_id: shopId,
      shipping_address: JSON.stringify(to),
      billing_address: JSON.stringify(billing),
      shipping_taxes: JSON.stringify(order.shipping_taxes),
      placed_from: sql<string | null>`case when not exists (
        select from confirmed_address where config_id = ${shopId} and email = ${order.email.toLowerCase()}
      ) then ${placedFrom}::text end`,
    })
    .returningAll()
  const { rows } = await prepared(
    'insert_order',
    sql<OrderRow>`
    with new_order as (
      ${inserting}
    ), new_lines as (
      insert into order_line (
        config_id, order_id, position, product_id, variant_id, name, options, sku, quantity, price, offer, sale_price,
        tax_rate, tax_why, hsn, subtotal, discount, coupon_discount, tax, total, price_reason, takes_stock,
        is_gift_card
      )
      select ${shopId}, new_order.id, l.position, l.product_id, l.variant_id, l.name, l.options, l.sku, l.quantity, l.price,
        l.offer, l.sale_price, l.tax_rate, l.tax_why, l.hsn, l.subtotal, l.discount, l.coupon_discount, l.tax, l.total,
        l.price_reason, l.takes_stock, coalesce(l.is_gift_card, false)
      from new_order, jsonb_to_recordset(${JSON.stringify(lines)}) as l (
        position int, product_id int, variant_id int, name text, options jsonb, sku text, quantity int, price bigint,
        offer int, sale_price bigint, tax_rate int, tax_why text, hsn text, subtotal bigint, discount bigint,
        coupon_discount bigint, tax bigint, total bigint, price_reason text, takes_stock boolean, is_gift_card boolean)
    )
    select * from new_order`,
  ).execute(tx)
  const [row] = rows
  if (!row) throw new Error('The order was not inserted')
  return row
}

/** Inserts imported orders and returns their ids by number. Their lines follow by `insertLines`. */
export async function insertOrders(
  tx: Transaction,
  rows: readonly InsertObject<DB, 'shop_order'>[],
): Promise<Map<string, number>> {
  const added = await tx.insertInto('shop_order').values(rows).returning(['id', 'number']).execute()
  return new Map(added.map(({ id, number }) => [number, id]))
}

/** Inserts lines of orders. */
export async function insertLines(
  tx: Transaction,
  rows: readonly InsertObject<DB, 'order_line'>[],
): Promise<void> {
  await tx.insertInto('order_line').values(rows).execute()
}

/** Removes an order that nothing refers to. */
export async function removeOrder(tx: Transaction, shopId: number, orderId: number): Promise<void> {
  await removeLines(tx, shopId, orderId)
  await tx.deleteFrom('shop_order').where('config_id', '=', shopId).where('id', '=', orderId).execute()
}

async function removeLines(tx: Transaction, shopId: number, orderId: number): Promise<void> {
  await tx.deleteFrom('order_line').where('config_id', '=', shopId).where('order_id', '=', orderId).execute()
}

/** Writes columns of an order that depend on nothing else. */
export async function updateOrder(
  tx: Transaction,
  shopId: number,
  orderId: number,
  changes: UpdateObject<DB, 'shop_order'>,
): Promise<void> {
  await tx
    .updateTable('shop_order')
    .set(changes)
    .where('config_id', '=', shopId)
    .where('id', '=', orderId)
    .execute()
}

/** The moment of the statement, also in a transaction that has waited for a lock. */
export const now = sql<Date>`clock_timestamp()`

/** The columns of an order that a quote decides, in minor units. */
type Amounts = Record<
  'subtotal' | 'discount' | 'coupon_discount' | 'shipping' | 'cash_fee' | 'shipping_tax' | 'tax' | 'total',
  number
> & { shipping_taxes: string }

/** Replaces the lines, and writes the amounts and other columns. A line with the position of an old one keeps its id. */
export async function replaceLines(
  tx: Transaction,
  shopId: number,
  orderId: number,
  { lines, columns }: { lines: readonly NewOrderLine[]; columns: Amounts & UpdateObject<DB, 'shop_order'> },
): Promise<void> {
  const rows = lines.map(({ options, ...line }) => ({
    ...line,
    config_id: shopId,
    order_id: orderId,
    options: JSON.stringify(options),
  }))
  await Promise.all([
    removeLines(tx, shopId, orderId),
    updateOrder(tx, shopId, orderId, columns),
    insertLines(tx, rows),
  ])
}

/** Writes the amounts of an order and of its lines, which keep their units. */
export async function reviseAmounts(
  tx: Transaction,
  shopId: number,
  orderId: number,
  { lines, amounts }: { lines: readonly NewOrderLine[]; amounts: Amounts },
): Promise<void> {
  const writing = sql`
    update order_line l set tax_rate = x.tax_rate, tax_why = x.tax_why, subtotal = x.subtotal, discount = x.discount,
      coupon_discount = x.coupon_discount, tax = x.tax, total = x.total
    from jsonb_to_recordset(${JSON.stringify(lines)}) as x (position int, tax_rate int, tax_why text, subtotal bigint,
      discount bigint, coupon_discount bigint, tax bigint, total bigint)
    where l.config_id = ${shopId} and l.order_id = ${orderId} and l.position = x.position`.execute(tx)
  await Promise.all([writing, updateOrder(tx, shopId, orderId, amounts)])
}

/** Adds an amount in minor units to what is paid of an order. */
export const addPaidAmount = (
  tx: Transaction,
  shopId: number,
  orderId: number,
  amount: number,
): Promise<void> => updateOrder(tx, shopId, orderId, { paid: sql<number>`paid + ${amount}` })

/** Adds a capture in minor units to what is paid of an order, and takes it from what is authorised; with `isLast` all of it. */
export const addCapturedAmount = (
  tx: Transaction,
  shopId: number,
  { orderId, amount, isLast }: { orderId: number; amount: number; isLast: boolean },
): Promise<void> =>
  updateOrder(tx, shopId, orderId, {
    paid: sql<number>`paid + ${amount}`,
    authorized: isLast ? 0 : sql<number>`greatest(0, authorized - ${amount})`,
  })

/** Adds an amount in minor units, which may be negative, to what is refunded of an order. `isExcess`: a lower total left it over. */
export const addRefundedAmount = (
  tx: Transaction,
  shopId: number,
  { orderId, amount, isExcess }: { orderId: number; amount: number; isExcess: boolean },
): Promise<void> =>
  updateOrder(tx, shopId, orderId, {
    refunded: sql<number>`refunded + ${amount}`,
    ...(isExcess && { excess_refunded: sql<number>`excess_refunded + ${amount}` }),
  })

/** Adds the lines of a refund to the refunded quantities of the order; with -1 subtracts them. */
export async function addRefundedLines(
  tx: Transaction,
  shopId: number,
  refundId: number,
  sign: 1 | -1,
): Promise<void> {
  await sql`
    update order_line l set
      refunded_quantity = l.refunded_quantity + ${sign} * r.quantity,
      refunded_amount = l.refunded_amount + ${sign} * r.amount
    from refund_line r
    where r.config_id = ${shopId} and r.refund_id = ${refundId}
      and l.config_id = r.config_id and l.order_id = r.order_id and l.position = r.position`.execute(tx)
}

/** Moves the orders of a guest to a shopper, and to the account that the shopper has. */
export async function moveOrders(
  tx: Transaction,
  shopId: number,
  from: number,
  { shopperId, userId }: { shopperId: number; userId: number | null },
): Promise<void> {
  await tx
    .updateTable('shop_order')
    .set({ shopper_id: shopperId, user_id: userId })
    .where('config_id', '=', shopId)
    .where('shopper_id', '=', from)
    .execute()
}

/** Moves a guest's order to an account. AppError 409 if it has moved to another one since it was read. */
export async function moveToAccount(
  tx: Transaction,
  shopId: number,
  orderId: number,
  userId: number,
): Promise<void> {
  await tx
    .updateTable('shop_order')
    // Without the guest's shopper, so that a later sign-in of that browser does not move it on.
    .set({ user_id: userId, shopper_id: null })
    .where('config_id', '=', shopId)
    .where('id', '=', orderId)
    .where('user_id', 'is', null)
    .returning('id')
    .executeTakeFirstOrThrow(
      () => new AppError(409, 'has_account', 'This order already belongs to an account'),
    )
}

/** Notes that the emails of a person's orders, also of those placed as a guest, are deleted with the account. */
export async function noteDeletedEmails(tx: Transaction, shopId: number, userId: number): Promise<void> {
  await sql`
    update shop_order o set emails_deleted = true from app_user u
    where u.config_id = ${shopId} and u.id = ${userId} and o.config_id = u.config_id and (
      o.user_id = u.id or (o.user_id is null and lower(o.email) = lower(u.email))
    )`.execute(tx)
}

/** Forgets which orders came from one network, in all shops. It matters for a day; returns how many had one for a week. */
export async function forgetNetworks(db: Database): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update shop_order set placed_from = ''
    where placed_from <> '' and placed_at < now() - interval '7 days'`.execute(db)
  return Number(numAffectedRows)
}
