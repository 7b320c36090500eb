import type { OrderAddress } from '#contract/orders/order.ts'
import type { ImportedRow } from '../run/import-kind.ts'

/** An item of an order. Amounts are major units. */
export interface ImportedItem {
  name: string
  sku: string
  quantity: number
  price: number
  /** Off all units of the item. */
  discount: number
}

/** An order as a file describes it, whatever its format. Amounts are major units of its currency. */
export interface ImportedOrder extends ImportedRow {
  /** The number that people say, without #. */
  number: string
  /** ISO 8601. */
  placedAt: string
  /** `open`: not paid or not delivered yet. */
  status: 'delivered' | 'cancelled' | 'refunded' | 'open'
  email: string
  phone: string
  /** ISO 4217; undefined: that of the shop. */
  currency: string | undefined
  discount: number
  coupon: string
  shipping: number
  shippingMethod: string
  tax: number
  total: number
  refunded: number
  note: string
  address: OrderAddress
  billing: OrderAddress
  items: ImportedItem[]
}
