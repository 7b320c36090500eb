import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { OrderAddress } from '#contract/orders/order.ts'
import type { Transaction } from '#server/db/connect.ts'
import { prepared } from '#server/db/prepared.ts'
import type { Actor } from '#server/modules/audit/index.ts'
import { sortOptions } from '#server/modules/cart/index.ts'
import { orderSearchText } from '../order/order.writes.ts'
import { type OrderRow } from '../order/order.queries.ts'
import { paymentInsert } from '../payments/payment.writes.ts'
import { offerPrice, unitPrice } from '#server/modules/pricing/index.ts'
import type { Quote } from './quote.ts'

/** An order to insert. Its quote holds the amounts in minor units. */
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
  /** Scheme and host of the shop, for links in emails. */
  origin: string
  currency: string
  coupon: { id: number; code: string } | undefined
  /** Of a discount that staff gave; else empty. */
  discountReason: string
  note: string
  /** The end of the stock reservation; null: the items are sold at once. */
  reservedUntil: Date | null
  quote: Quote
  /** The promised days, such as 2026-11-26. */
  delivery: { from: string; to: string }
  /** Paid at a provider. */
  isOnline: boolean
  /** The network of an unpaid order, as a hash. It is kept unless the address is confirmed. */
  placedFrom: string | null
  /** The moment whose day decided the tax rates. */
  placedAt: Date
}

/** Crockford's base 32: no letter looks like a digit, and 32 divides 256 without a bias. */
const ORDER_NUMBER_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** A new order number such as `7K2M-9QXT-04CD`: 60 random bits, so orders can be neither counted nor guessed. */
export function makeOrderNumber(): string {
  const text = Array.from(randomBytes(12), (byte) => ORDER_NUMBER_ALPHABET[byte % 32]).join('')
  return `${text.slice(0, 4)}-${text.slice(4, 8)}-${text.slice(8)}`
}

/** Inserts an order with its lines, payment and first event in one statement, and answers the row. */
export async function insertOrder(
  tx: Transaction,
  shopId: number,
  order: NewOrder,
  actor: Actor,
): Promise<OrderRow> {
  const { number, email, shippingAddress, quote, coupon } = order
  const { totals, option, lines } = quote
  const { tax } = quote.rules
  const payment = { provider: order.paymentMethod, amount: totals.total, online: order.isOnline }
  const { rows } = await prepared(
    'insert_order',
    sql<OrderRow>`
    with new_order as (
      insert into shop_order (
        config_id, number, status, user_id, shopper_id, email, phone, shipping_address, billing_address,
        shipping_method, shipping_name, delivery_from, delivery_to, payment_method, origin, currency,
        tax_included, tax_name, tax_country, tax_note, subtotal, discount, coupon_discount, shipping, shipping_tax, shipping_taxes,
        tax, total, placed_at, coupon_id, coupon_code, discount_reason,
        customer_note, search_text, reserved_until, confirmed_at, placed_from
      ) values (
        ${shopId}, ${number}, ${order.status}, ${order.userId ?? null}, ${order.shopperId ?? null}, ${email},
        ${order.phone}, ${JSON.stringify(shippingAddress)}, ${JSON.stringify(order.billingAddress)},
        ${option.id}, ${option.name}, ${order.delivery.from}, ${order.delivery.to}, ${order.paymentMethod}, ${order.origin},
        ${order.currency}, ${tax.includesTax}, ${tax.name}, ${tax.country}, ${tax.note}, ${totals.subtotal}, ${totals.discount}, ${totals.coupon},
        ${totals.shipping}, ${totals.shippingTax}, ${JSON.stringify(totals.shippingTaxes)}, ${totals.tax},
        ${totals.total}, ${order.placedAt}, ${coupon?.id ?? null}, ${coupon?.code ?? null}, ${order.discountReason},
        ${order.note}, ${orderSearchText(order, lines)},
        ${order.reservedUntil}, case when ${order.status} = 'confirmed' then now() end,
        case when not exists (select from confirmed_address where config_id = ${shopId} and email = ${email.toLowerCase()})
          then ${order.placedFrom}::text end
      ) returning *
    ), new_lines as (
      insert into order_line (
        config_id, order_id, position, product_id, variant_id, name, options, sku, quantity, price, offer, sale_price,
        tax_rate, tax_why, hsn, subtotal, discount, coupon_discount, tax, total, price_reason, takes_stock
      )
      select ${shopId}, new_order.id, l.position, l.product_id, l.variant_id, l.name, l.options, l.sku, l.quantity,
        l.price, l.offer, l.sale_price, l.tax_rate, l.tax_why, l.hsn, l.subtotal, l.discount, l.coupon_discount, l.tax, l.total, l.price_reason,
        l.takes_stock
      from new_order, jsonb_to_recordset(${JSON.stringify(lineRows(quote))}) as l (
        position int, product_id int, variant_id int, name text, options jsonb, sku text, quantity int, price bigint,
        offer int, sale_price bigint, tax_rate int, tax_why text, hsn text, subtotal bigint, discount bigint, coupon_discount bigint, tax bigint, total bigint, price_reason text,
        takes_stock boolean
      )
    ), new_event as (
      insert into order_event (config_id, order_id, kind, actor_id, actor_name, is_public)
      select ${shopId}, id, 'placed', ${actor.id}::integer, ${actor.name}, true from new_order
    ), new_payment as (${paymentInsert(shopId, sql`new_order`, payment)})
    select * from new_order`,
  ).execute(tx)
  const [row] = rows
  if (!row) throw new Error('The order was not inserted')
  return row
}

/** The rows of `order_line` for a quote. */
export function lineRows({ lines, totals }: Quote) {
  return totals.lines.flatMap((share, position) => {
    const line = lines[position]
    if (!line) return []
    const { productId, variantId, name, sku, quantity, price, offer, hsn } = line
    return {
      position,
      product_id: productId,
      variant_id: variantId,
      name,
      options: Object.entries(sortOptions(line.options, line.optionNames)),
      sku,
      quantity,
      price,
      offer,
      // Kept only where it counts, because the offer may be lower.
      sale_price: unitPrice(line) < offerPrice(price, offer) ? (line.salePrice ?? null) : null,
      tax_rate: share.rate,
      tax_why: share.why,
      hsn,
      subtotal: share.subtotal,
      discount: share.discount,
      coupon_discount: share.coupon,
      tax: share.tax,
      total: share.total,
      price_reason: line.priceReason ?? '',
      takes_stock: line.takesStock,
    }
  })
}
