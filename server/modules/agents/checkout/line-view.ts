import type { Image } from '#contract/fields.ts'
import type { SentLine } from '#server/modules/checkout-sessions/index.ts'
import type { OrderLineRow } from '#server/modules/orders/index.ts'
import { unitPrice } from '#server/modules/pricing/index.ts'
import { variantName } from '#server/modules/stock/index.ts'

/** A line with its amounts in minor units. `total` = `subtotal` - `coupon` + `tax` where prices exclude the tax. */
export interface LineView {
  id: string
  variantId: number
  /** Name and options. */
  title: string
  image: Image | null
  /** Of one unit, after offers. */
  price: number
  quantity: number
  subtotal: number
  coupon: number
  tax: number
  total: number
}

/** A line of an order as its platform knows it: by the id that it had in the checkout, or a new one if staff added it. */
export function viewOrderLine(line: OrderLineRow, sent: readonly SentLine[]): LineView {
  const price = unitPrice({ ...line, salePrice: line.sale_price })
  return {
    id: sent.find(({ variantId }) => variantId === line.variant_id)?.id ?? `o${line.position + 1}`,
    variantId: line.variant_id,
    title: variantName(line.name, Object.fromEntries(line.options)),
    image: line.image,
    price,
    quantity: line.quantity,
    subtotal: price * line.quantity,
    coupon: line.coupon_discount,
    tax: line.tax,
    total: line.total,
  }
}
