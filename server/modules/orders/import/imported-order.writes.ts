import { sql } from 'kysely'
import type { OrderAddress } from '#contract/orders/order.ts'
import type { Database, Transaction } from '#server/db/connect.ts'
import { violation } from '#server/db/violations.ts'
import { AppError } from '#server/http/errors.ts'
import type { WriteContext } from '#server/modules/audit/index.ts'
import { orderSearchText } from '../order/order.writes.ts'

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
  const rows = orders.map((order) => ({
    ...order,
    searchText: orderSearchText(order, order.lines),
    shipped: isShipped(order) ? order.placedAt : null,
    delivered: order.status === 'delivered' ? order.placedAt : null,
    closed: order.status === 'cancelled' || order.status === 'refunded' ? order.placedAt : null,
    method: order.isCash ? 'cod' : 'imported',
    paid: isPaid(order) ? order.total : 0,
    refunded: isPaid(order) ? refundOf(order) : 0,
    lines: undefined,
  }))
  const { rows: added } = await sql<{ id: number; number: string }>`
    insert into shop_order (
      config_id, number, serial, status, user_id, email, phone, shipping_address, billing_address, shipping_method,
      shipping_name, delivery_from, delivery_to, payment_method, currency, tax_included, subtotal, discount, coupon_discount,
      shipping, tax, total, paid, refunded, coupon_code, origin, customer_note, search_text, placed_at, confirmed_at,
      first_shipped_at, shipped_at, delivered_at, closed_at, tax_name, imported_at
    )
    select ${shopId}, o.number, o.serial, o.status, u.id, o.email, o.phone, o."shippingAddress", o."billingAddress", 'imported',
      o."shippingName", o."placedAt"::date, o."placedAt"::date, o.method, o.currency, o."taxIncluded", o.subtotal, 0, o.discount,
      o.shipping, o.tax, o.total, o.paid, o.refunded, o."couponCode",
      coalesce((select 'https://' || host from shop_host h where h.config_id = ${shopId} order by host limit 1), ''),
      o.note, o."searchText", o."placedAt", o."placedAt",
      o.shipped, o.shipped, o.delivered, o.closed, 'Tax', now()
    from jsonb_to_recordset(${JSON.stringify(rows)}) as o (
      number text, serial text, status text, email text, phone text, "shippingAddress" jsonb, "billingAddress" jsonb,
      "shippingName" text, "placedAt" timestamptz, shipped timestamptz,
      delivered timestamptz, closed timestamptz, method text, currency text, "taxIncluded" boolean, subtotal bigint, discount bigint,
      shipping bigint, tax bigint, total bigint, paid bigint, refunded bigint, "couponCode" text, note text, "searchText" text)
    left join app_user u on u.config_id = ${shopId} and lower(u.email) = o.email
      and (u.email_verified_at is not null or u.password_hash = '')
    returning id, number`.execute(tx)
  const idOf = new Map(added.map(({ id, number }) => [number, id]))
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
  await tx.insertInto('order_line').values(lines).execute()
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
  await tx.insertInto('order_event').values(events).execute()
  await insertPayments(tx, shopId, { orders, idOf, actorName: actor.name })
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
async function insertPayments(tx: Transaction, shopId: number, { orders, idOf, actorName }: Payments) {
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
  const added = await tx.insertInto('payment').values(payments).returning(['id', 'order_id']).execute()
  const paymentOf = new Map(added.map(({ id, order_id }) => [order_id, id]))
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
  if (refunds.length > 0) await tx.insertInto('refund').values(refunds).execute()
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
    for (const table of ['refund', 'payment', 'order_event', 'order_line'] as const) {
      await tx.deleteFrom(table).where('config_id', '=', shopId).where('order_id', '=', order.id).execute()
    }
    await tx.deleteFrom('shop_order').where('config_id', '=', shopId).where('id', '=', order.id).execute()
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
