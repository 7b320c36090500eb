/**
 * The columns of the orders file, in order. Import and export share them, so an exported file comes in again unchanged. A row
 * is an item; the rows of an order follow each other and have the same number, and its own values are on the first one.
 * Amounts are major units of the order's currency with a decimal point.
 */
export const orderColumns = {
  /** The number that people say: 2026-000123. */
  number: { heading: 'Order' },
  /** ISO 8601. */
  placed: { heading: 'Placed' },
  /** `confirmed`, `shipped`, `delivered`, `cancelled` or `refunded`; a `pending` one cannot come in. */
  status: { heading: 'Status' },
  /** `yes` if it must not ship, because its buyer has withdrawn. Such an order cannot come in. */
  hold: { heading: 'On hold' },
  /** `cod` if it is paid on delivery. */
  paymentMethod: { heading: 'Payment method' },
  email: { heading: 'Email' },
  phone: { heading: 'Phone' },
  currency: { heading: 'Currency' },
  /** Off the whole order, beside the discounts of its items. */
  discount: { heading: 'Discount' },
  coupon: { heading: 'Coupon' },
  shipping: { heading: 'Shipping' },
  shippingMethod: { heading: 'Shipping method' },
  /** The part of `shipping` that only cash on delivery costs. Orders that come in have it in `shipping` alone. */
  cashFee: { heading: 'Of shipping, cash on delivery fee' },
  tax: { heading: 'Tax' },
  total: { heading: 'Total' },
  refunded: { heading: 'Refunded' },
  note: { heading: 'Customer note' },
  name: { heading: 'Recipient' },
  line1: { heading: 'Address' },
  line2: { heading: 'Address line 2' },
  city: { heading: 'City' },
  state: { heading: 'State' },
  pincode: { heading: 'Postal code' },
  country: { heading: 'Country' },
  billingName: { heading: 'Billing name' },
  billingLine1: { heading: 'Billing address' },
  billingLine2: { heading: 'Billing address line 2' },
  billingCity: { heading: 'Billing city' },
  billingState: { heading: 'Billing state' },
  billingPincode: { heading: 'Billing postal code' },
  billingCountry: { heading: 'Billing country' },
  item: { heading: 'Item' },
  sku: { heading: 'SKU' },
  quantity: { heading: 'Quantity' },
  /** Of one unit, before discounts. */
  price: { heading: 'Unit price' },
  /** Of all units of the row. */
  itemDiscount: { heading: 'Item discount' },
} as const
export type OrderColumnName = keyof typeof orderColumns
