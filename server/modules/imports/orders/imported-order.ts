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

/** `confirmed`: paid or to be paid on delivery, and still to be shipped. */
export type ImportedOrderStatus = 'confirmed' | 'shipped' | 'delivered' | 'cancelled' | 'refunded'

/** An order as a file describes it, whatever its format. Amounts are major units of its currency. */
export interface ImportedOrder extends ImportedRow {
  /** The number that people say, without #. */
  number: string
  /** ISO 8601. */
  placedAt: string
  status: ImportedOrderStatus
  /** It is confirmed or shipped, and paid on delivery. */
  isCash: boolean
  /** Empty for an order of a till. */
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
