import { sql } from 'kysely'
import type { OrderAddress } from '#contract/orders/order.ts'
import { violation, type Database, type Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import type { WriteContext } from '#server/modules/audit/index.ts'
import { addEvents, removeEvents } from '../order/order-event.writes.ts'
import { insertLines, insertOrders, removeOrder } from '../order/order.writes.ts'
import { insertPayments, removePayments } from '../payments/payment.writes.ts'
import { insertRefunds, removeRefunds } from '../refunds/refund.writes.ts'

/** An order of another shop. Amounts are minor units and add up. */
export interface ImportedOrderInput {
  number: string
  serial: string
  status: 'confirmed' | 'shipped' | 'delivered' | 'cancelled' | 'refunded'
  /** It is paid on delivery, and nothing is paid yet. */
  isCash: boolean
  placedAt: Date
  /** Empty for an order of a till. */
  email: string
  phone: string
  currency: string
  couponCode: string | null
  shippingName: string
  note: string
  shippingAddress: OrderAddress
  billingAddress: OrderAddress
  taxIncluded: boolean
  subtotal: number
  discount: number
  shipping: number
  tax: number
  total: number
  refunded: number
  lines: {
    productId: number
    variantId: number
    name: string
    sku: string
    quantity: number
    price: number
    subtotal: number
    discount: number
    tax: number
    total: number
  }[]
}

/** The orders with these serials: number and total in minor units by `serialKey`. */
export async function findOrdersBySerial(
  db: Database,
  shopId: number,
  serials: readonly string[],
): Promise<Map<string, { number: string; total: number }>> {
  const { rows } = await sql<{ key: string; number: string; total: number }>`
    select serial_key(serial) as key, number, total from shop_order
    where config_id = ${shopId} and serial_key(serial) = any(${serials.map(serialKey)}::text[])`.execute(db)
  return new Map(rows.map(({ key, ...order }) => [key, order]))
}

/** A serial without its hyphens, as `serial_key` of the database. */
export const serialKey = (serial: string): string => serial.replaceAll(/[^0-9A-Za-z]/g, '').toUpperCase()

/**
 * Inserts orders of another shop as they were. Moves no stock, sends no email, calls no provider and draws no invoice number.
 * One that is still open is shipped from here. A customer sees the orders of their email once they have confirmed it.
 */
export async function insertImportedOrders(
  tx: Transaction,
  { shopId, actor }: WriteContext,
  orders: readonly ImportedOrderInput[],
): Promise<void> {
  if (orders.length === 0) return
  const [users, origin] = await Promise.all([
    findUsersByEmail(
      tx,
      shopId,
      orders.map(({ email }) => email),
    ),
    findOrigin(tx, shopId),
  ])
  const rows = orders.map((order) => {
    const isOver = order.status === 'cancelled' || order.status === 'refunded'
    const day = order.placedAt.toISOString().slice(0, 10)
    return {
      config_id: shopId,
      number: order.number,
      serial: order.serial,
      status: order.status,
      user_id: users.get(order.email) ?? null,
      email: order.email,
      phone: order.phone,
      shipping_address: JSON.stringify(order.shippingAddress),
      billing_address: JSON.stringify(order.billingAddress),
      shipping_method: 'imported',
      shipping_name: order.shippingName,
      delivery_from: day,
      delivery_to: day,
      payment_method: order.isCash ? 'cod' : 'imported',
      currency: order.currency,
      tax_included: order.taxIncluded,
      tax_name: 'Tax',
      subtotal: order.subtotal,
      discount: 0,
      coupon_discount: order.discount,
      shipping: order.shipping,
      tax: order.tax,
      total: order.total,
      paid: isPaid(order) ? order.total : 0,
      refunded: isPaid(order) ? refundOf(order) : 0,
      coupon_code: order.couponCode,
      origin,
      customer_note: order.note,
      placed_at: order.placedAt,
      confirmed_at: order.placedAt,
      first_shipped_at: isShipped(order) ? order.placedAt : null,
      shipped_at: isShipped(order) ? order.placedAt : null,
      delivered_at: order.status === 'delivered' ? order.placedAt : null,
      closed_at: isOver ? order.placedAt : null,
      imported_at: sql<Date>`now()`,
    }
  })
  const idOf = await insertOrders(tx, rows)
  const lines = orders.flatMap((order) =>
    order.lines.map((line, position) => ({
      config_id: shopId,
      order_id: idOf.get(order.number) ?? 0,
      position,
      product_id: line.productId,
      variant_id: line.variantId,
      name: line.name,
      options: '[]',
      sku: line.sku,
      quantity: line.quantity,
      price: line.price,
      offer: 0,
      tax_rate: rateOf(line),
      tax_why: line.tax > 0 ? 'As in the shop where the order was placed' : '',
      shipped_quantity: isShipped(order) ? line.quantity : 0,
      subtotal: line.subtotal,
      discount: 0,
      coupon_discount: line.discount,
      tax: line.tax,
      total: line.total,
    })),
  )
  await insertLines(tx, lines)
  const events = orders.flatMap((order) => {
    const event = { config_id: shopId, order_id: idOf.get(order.number) ?? 0 }
    return [
      {
        ...event,
        kind: 'placed',
        at: order.placedAt,
        actor_id: null,
        actor_name: 'Customer',
        is_public: true,
      },
      {
        ...event,
        kind: 'imported',
        at: sql<Date>`now()`,
        actor_id: actor.id,
        actor_name: actor.name,
        is_public: false,
      },
    ]
  })
  await addEvents(tx, events)
  await insertMoney(tx, shopId, { orders, idOf, actorName: actor.name })
}

/** The accounts of people who own their address, or who have no password yet. */
async function findUsersByEmail(
  tx: Transaction,
  shopId: number,
  emails: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: number; email: string }>`
    select id, lower(email) as email from app_user
    where config_id = ${shopId} and lower(email) = any(${emails}::text[])
      and (email_verified_at is not null or password_hash = '')`.execute(tx)
  return new Map(rows.map(({ id, email }) => [email, id]))
}

/** The address of the shop, for links in emails; empty without a name of its own. */
async function findOrigin(tx: Transaction, shopId: number): Promise<string> {
  const { rows } = await sql<{ host: string }>`
    select host from shop_host where config_id = ${shopId} order by host limit 1`.execute(tx)
  return rows[0] ? `https://${rows[0].host}` : ''
}

const isShipped = ({ status }: ImportedOrderInput) => status === 'shipped' || status === 'delivered'

const isPaid = ({ status, isCash, total, refunded }: ImportedOrderInput) =>
  total > 0 && !isCash && (status !== 'cancelled' || refunded === total)

/** A refunded order has given back all of it. */
const refundOf = ({ status, total, refunded }: ImportedOrderInput) =>
  status === 'refunded' ? total : refunded

/** Millionths: the rate that the tax of a line comes to. */
function rateOf({ tax, total }: ImportedOrderInput['lines'][number]): number {
  const net = total - tax
  return net <= 0 ? 0 : Math.min(1_000_000, Math.round((tax * 1_000_000) / net))
}

interface Payments {
  orders: readonly ImportedOrderInput[]
  idOf: ReadonlyMap<string, number>
  actorName: string
}

/** What was paid and refunded elsewhere, or is to be paid on delivery. No provider is asked about it. */
async function insertMoney(tx: Transaction, shopId: number, { orders, idOf, actorName }: Payments) {
  const paid = orders.filter(isPaid)
  const payments = orders.flatMap((order) =>
    isPaid(order) || order.isCash
      ? {
          config_id: shopId,
          order_id: idOf.get(order.number) ?? 0,
          provider: order.isCash ? 'cod' : 'imported',
          status: order.isCash ? 'waiting' : 'paid',
          amount: order.total,
          created_at: order.placedAt,
          paid_at: order.isCash ? null : order.placedAt,
        }
      : [],
  )
  if (payments.length === 0) return
  const paymentOf = await insertPayments(tx, payments)
  const refunds = paid.flatMap((order) => {
    const orderId = idOf.get(order.number) ?? 0
    const amount = refundOf(order)
    if (amount === 0) return []
    return {
      config_id: shopId,
      order_id: orderId,
      payment_id: paymentOf.get(orderId) ?? 0,
      amount,
      non_line_amount: amount,
      reason: 'Refunded before the import',
      status: 'done',
      due_at: sql<Date>`'infinity'`,
      actor_name: actorName,
      created_at: order.placedAt,
    }
  })
  if (refunds.length > 0) await insertRefunds(tx, refunds)
}

/** Removes an imported order. AppError 409 if somebody has worked on it since. */
export async function removeImportedOrder(tx: Transaction, shopId: number, number: string): Promise<void> {
  const { rows } = await sql<{ id: number; events: number }>`
    select o.id, (select count(*)::integer from order_event e where e.config_id = o.config_id and e.order_id = o.id) as events
    from shop_order o where o.config_id = ${shopId} and o.number = ${number} and o.imported_at is not null
    for update of o`.execute(tx)
  const [order] = rows
  if (!order) return
  if (order.events > OWN_EVENTS) throw orderChanged()
  try {
    await removeRefunds(tx, shopId, order.id)
    await removePayments(tx, shopId, order.id)
    await removeEvents(tx, shopId, order.id)
    await removeOrder(tx, shopId, order.id)
  } catch (error) {
    // An invoice, a shipment or a return refers to it.
    if (violation(error)) throw orderChanged()
    throw error
  }
}

/** Placed and imported. */
const OWN_EVENTS = 2

const orderChanged = () =>
  new AppError(409, 'order_changed', 'Somebody has worked on this order after the import')
