import { randomBytes } from 'node:crypto'
import { sortOptions } from '#server/modules/cart/index.ts'
import { offerPrice, unitPrice } from '#server/modules/pricing/index.ts'
import { isGiftLine } from '../credit/gift-lines.rules.ts'
import type { NewOrderLine } from '../order/order.writes.ts'
import type { Quote } from './quote.ts'

/** Crockford's base 32: no letter looks like a digit, and 32 divides 256 without a bias. */
const ORDER_NUMBER_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** A new order number such as `7K2M-9QXT-04CD`: 60 random bits, so orders can be neither counted nor guessed. */
export function makeOrderNumber(): string {
  const text = Array.from(randomBytes(12), (byte) => ORDER_NUMBER_ALPHABET[byte % 32]).join('')
  return `${text.slice(0, 4)}-${text.slice(4, 8)}-${text.slice(8)}`
}

/** The rows of `order_line` for a quote. */
export function lineRows({ lines, totals }: Quote): NewOrderLine[] {
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
      is_gift_card: isGiftLine(line),
    }
  })
}
