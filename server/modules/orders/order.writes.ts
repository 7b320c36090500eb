import { sql } from 'kysely'
import type { OrderAddress } from '#contract/order.ts'
import type { Transaction } from '#server/db/connect.ts'
import type { Actor } from '#server/modules/journal/index.ts'
import { inOrder } from '#server/modules/cart/index.ts'
import { insertPayment } from '#server/modules/payments/index.ts'
import type { OrderRow } from './order.queries.ts'
import type { Quote } from './quote.ts'

/** An order that is about to be written. Amounts are in its quote, in minor units. */
export interface NewOrder {
  number: string
  status: 'pending' | 'confirmed'
  userId: number | undefined
  shopperId: number | undefined
  email: string
  phone: string
  shippingAddress: OrderAddress
  billingAddress: OrderAddress
  paymentMethod: string
  /** Scheme and host of the shop, for links in mails. */
  origin: string
  currency: string
  coupon: { id: number; code: string } | undefined
  note: string
  /** Until then the pieces are put aside; null: they are sold. */
  reservedUntil: Date | null
  quote: Quote
  /** Whether it is paid at a provider of payments, at once. */
  isOnline: boolean
}

/**
 * Writes an order with its lines, what is to be paid, and the beginning of its timeline, in one statement. Answers it as it
 * is stored.
 */
export async function insertOrder(
  tx: Transaction,
  configId: number,
  order: NewOrder,
  actor: Actor,
): Promise<OrderRow> {
  const { number, email, shippingAddress, quote, coupon } = order
  const { totals, option, rules, lines } = quote
  const words = searchWords(order, lines)
  const payment = { provider: order.paymentMethod, amount: totals.total, online: order.isOnline }
  const { rows } = await sql<OrderRow>`/* planned once */
    with new_order as (
      insert into shop_order (
        config_id, number, status, user_id, shopper_id, email, phone, shipping_address, billing_address,
        shipping_method, shipping_name, days_from, days_to, payment_method, origin, currency, tax_included, subtotal, discount,
        coupon_discount, shipping, tax, total, coupon_id, coupon_code, customer_note, words, reserved_until, confirmed_at
      ) values (
        ${configId}, ${number}, ${order.status}, ${order.userId ?? null}, ${order.shopperId ?? null}, ${email},
        ${order.phone}, ${JSON.stringify(shippingAddress)}, ${JSON.stringify(order.billingAddress)},
        ${option.id}, ${option.name}, ${option.days.from}, ${option.days.to}, ${order.paymentMethod}, ${order.origin},
        ${order.currency}, ${rules.pricesIncludeTax}, ${totals.subtotal}, ${totals.discount}, ${totals.coupon},
        ${totals.shipping}, ${totals.tax}, ${totals.total}, ${coupon?.id ?? null}, ${coupon?.code ?? null},
        ${order.note}, ${words},
        ${order.reservedUntil}, case when ${order.status} = 'confirmed' then now() end
      ) returning *
    ), new_lines as (
      insert into order_line (
        config_id, order_id, position, product_id, variant_id, name, options, sku, quantity, price, offer, gst,
        subtotal, discount, coupon_discount, tax, total
      )
      select ${configId}, new_order.id, l.* from new_order, jsonb_to_recordset(${JSON.stringify(lineRows(quote))}) as l (
        position int, product_id int, variant_id int, name text, options jsonb, sku text, quantity int, price bigint,
        offer int, gst int, subtotal bigint, discount bigint, coupon_discount bigint, tax bigint, total bigint
      )
    ), new_event as (
      insert into order_event (config_id, order_id, kind, actor_id, actor_name, is_public)
      select ${configId}, id, 'placed', ${actor.id}::integer, ${actor.name}, true from new_order
    ), new_payment as (${insertPayment(configId, sql`new_order`, payment)})
    select * from new_order`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('An order was not written')
  return row
}

interface Searched {
  number: string
  email: string
  phone: string
  shippingAddress: { fullName: string }
  billingAddress: { fullName: string }
}

/** What a search in the dashboard looks at. */
export function searchWords(order: Searched, lines: readonly { name: string }[]): string {
  const { number, shippingAddress, billingAddress, email, phone } = order
  const names = [shippingAddress.fullName, billingAddress.fullName]
  return [number, ...names, email, phone, ...lines.map(({ name }) => name)].join(' ').toLowerCase()
}

/** The lines of an order as they are stored. */
export function lineRows({ lines, totals }: Quote) {
  return totals.lines.flatMap((share, position) => {
    const line = lines[position]
    if (!line) return []
    const { productId, variantId, name, sku, quantity, price, offer, gst } = line
    return {
      position,
      product_id: productId,
      variant_id: variantId,
      name,
      options: Object.entries(inOrder(line.options, line.optionNames)),
      sku,
      quantity,
      price,
      offer,
      gst,
      subtotal: share.subtotal,
      discount: share.discount,
      coupon_discount: share.coupon,
      tax: share.tax,
      total: share.total,
    }
  })
}

/** What is added to the timeline. */
export interface NewEvent {
  kind: string
  note?: string
  /** Whether the customer sees it. */
  isPublic: boolean
}

/** Answers the id of the event. */
export async function addEvent(
  tx: Transaction,
  configId: number,
  orderId: number,
  actor: Actor,
  { kind, note = '', isPublic }: NewEvent,
): Promise<number> {
  const { id } = await tx
    .insertInto('order_event')
    .values({
      config_id: configId,
      order_id: orderId,
      kind,
      actor_id: actor.id,
      actor_name: actor.name,
      note,
      is_public: isPublic,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
