import { orderColumns, type OrderColumnName } from '#contract/orders/order-columns.ts'
import { createCellReader } from '../formats/cell-reader.ts'
import { mapHeadings, type Format } from '../formats/format.ts'
import type { ImportedOrder } from './imported-order.ts'
import { ordersOfRows, type OrderColumn, type ReadStatus } from './rows-of-order.ts'

type OrderFormat = Format<ImportedOrder, OrderColumn>

const paid = (status: ReadStatus['status']): ReadStatus => ({ status, isCash: false })
const cash = (status: ReadStatus['status']): ReadStatus => ({ status, isCash: true })

const UNPAID = 'This order waits for its payment. Import it once it is paid or cancelled'
const PARTLY_SHIPPED = 'A part of this order is shipped. Import it once all of it is'
const ON_HOLD = 'This order is on hold. Import it once it is released or cancelled'
const isCashMethod = (method: string | undefined) => /\bcod\b|cash/i.test(method ?? '')
const notKnown = (status: string) => `“${status.slice(0, 40)}” is not a status of an order`

const known = Object.fromEntries(
  Object.entries(orderColumns).map(([column, { heading }]) => [column, [heading]]),
) as Record<OrderColumnName, string[]>

/** The orders file of this shop; also any other table with a row for each item. */
const ownFormat: OrderFormat = {
  format: 'haat',
  recognises: (headings) => headings.has('order') && headings.has('placed') && headings.has('unit price'),
  mapping: (headings) => ({
    ...mapHeadings<OrderColumn>(headings, {
      number: ['Order number', 'Number'],
      placed: ['Date', 'Order date', 'Created at'],
      item: ['Product', 'Item name'],
      price: ['Price'],
      fee: ['Fee', 'Fees'],
      tip: ['Tip', 'Tips'],
      duties: ['Duties'],
      paymentMethod: ['Payment'],
    }),
    ...mapHeadings(headings, known),
  }),
  read: (rows, settings) =>
    ordersOfRows(rows(), createCellReader(settings), (cells) => {
      const status = cells('status')?.toLowerCase() ?? 'delivered'
      if (status === 'pending') return UNPAID
      if (cells('hold')?.toLowerCase() === 'yes') return ON_HOLD
      const isOpen = status === 'confirmed' || status === 'shipped'
      if (isOpen && isCashMethod(cells('paymentMethod'))) return cash(status)
      if (isOpen || status === 'delivered' || status === 'cancelled' || status === 'refunded')
        return paid(status)
      return notKnown(status)
    }),
}

/** The orders file of Shopify. Source: https://help.shopify.com/en/manual/fulfillment/managing-orders/exporting-orders */
const shopifyFormat: OrderFormat = {
  format: 'shopify',
  recognises: (headings) => headings.has('lineitem name') && headings.has('financial status'),
  mapping: (headings) =>
    mapHeadings<OrderColumn>(headings, {
      number: ['Name'],
      placed: ['Created at'],
      paymentStatus: ['Financial Status'],
      status: ['Fulfillment Status'],
      cancelledAt: ['Cancelled at'],
      paymentMethod: ['Payment Method'],
      tip: ['Tip', 'Tips', 'Total Tip'],
      duties: ['Duties'],
      email: ['Email'],
      phone: ['Phone', 'Shipping Phone', 'Billing Phone'],
      currency: ['Currency'],
      discount: ['Discount Amount'],
      coupon: ['Discount Code'],
      shipping: ['Shipping'],
      shippingMethod: ['Shipping Method'],
      tax: ['Taxes'],
      total: ['Total'],
      refunded: ['Refunded Amount'],
      note: ['Notes'],
      ...addressHeadings('', 'Shipping '),
      ...addressHeadings('billing', 'Billing '),
      item: ['Lineitem name'],
      sku: ['Lineitem sku'],
      quantity: ['Lineitem quantity'],
      price: ['Lineitem price'],
      itemDiscount: ['Lineitem discount'],
    }),
  read: (rows, settings) =>
    ordersOfRows(rows(), createCellReader(settings), (cells) => {
      const payment = cells('paymentStatus')?.toLowerCase()
      if (payment === 'refunded') return paid('refunded')
      if (cells('cancelledAt') !== undefined || payment === 'voided') return paid('cancelled')
      const shipped = cells('status')?.toLowerCase() ?? 'unfulfilled'
      if (shipped === 'partial') return PARTLY_SHIPPED
      if (shipped !== 'fulfilled' && shipped !== 'unfulfilled') return notKnown(shipped)
      if (payment === undefined || payment === 'paid' || payment === 'partially_refunded')
        return paid(shipped === 'fulfilled' ? 'delivered' : 'confirmed')
      if (payment === 'pending' && isCashMethod(cells('paymentMethod')))
        return cash(shipped === 'fulfilled' ? 'shipped' : 'confirmed')
      return UNPAID
    }),
}

const addressHeadings = (prefix: '' | 'billing', start: string): Partial<Record<OrderColumn, string[]>> => {
  const column = (name: string) => (prefix ? prefix + name.charAt(0).toUpperCase() + name.slice(1) : name)
  return {
    [column('name')]: [`${start}Name`],
    [column('line1')]: [`${start}Address1`, `${start}Street`],
    [column('line2')]: [`${start}Address2`],
    [column('city')]: [`${start}City`],
    [column('state')]: [`${start}Province`],
    [column('pincode')]: [`${start}Zip`],
    [column('country')]: [`${start}Country`],
  }
}

/**
 * Orders of WooCommerce as its extension "Order Export" writes them, with a row for each item. Source:
 * https://woocommerce.com/document/ordercustomer-csv-export/
 */
const woocommerceFormat: OrderFormat = {
  format: 'woocommerce',
  recognises: (headings) => headings.has('order_number') && headings.has('item_name'),
  mapping: (headings) =>
    mapHeadings<OrderColumn>(headings, {
      number: ['order_number_formatted', 'order_number'],
      placed: ['date', 'order_date'],
      status: ['status', 'order_status'],
      email: ['billing_email'],
      phone: ['billing_phone'],
      currency: ['order_currency'],
      discount: ['discount_total', 'cart_discount'],
      coupon: ['coupon_items'],
      shipping: ['shipping_total'],
      shippingMethod: ['shipping_method'],
      tax: ['tax_total'],
      total: ['order_total'],
      refunded: ['refunded_total'],
      paymentMethod: ['payment_method'],
      fee: ['fee_total', 'order_fee_total'],
      feeName: ['fee_items'],
      note: ['customer_note'],
      firstName: ['shipping_first_name', 'billing_first_name'],
      lastName: ['shipping_last_name', 'billing_last_name'],
      line1: ['shipping_address_1'],
      line2: ['shipping_address_2'],
      city: ['shipping_city'],
      state: ['shipping_state'],
      pincode: ['shipping_postcode'],
      country: ['shipping_country'],
      billingLine1: ['billing_address_1'],
      billingLine2: ['billing_address_2'],
      billingCity: ['billing_city'],
      billingState: ['billing_state'],
      billingPincode: ['billing_postcode'],
      billingCountry: ['billing_country'],
      item: ['item_name'],
      sku: ['item_sku'],
      quantity: ['item_quantity'],
      itemSubtotal: ['item_subtotal'],
      itemTotal: ['item_total'],
    }),
  read: (rows, settings) =>
    ordersOfRows(rows(), createCellReader(settings), (cells) => {
      const status = cells('status')?.toLowerCase().replace(/^wc-/, '') ?? ''
      if (status === 'completed') return paid('delivered')
      if (status === 'cancelled' || status === 'failed') return paid('cancelled')
      if (status === 'refunded') return paid('refunded')
      if (status === 'processing')
        return isCashMethod(cells('paymentMethod')) ? cash('confirmed') : paid('confirmed')
      return status === 'on-hold' || status === 'pending' ? UNPAID : notKnown(status)
    }),
}

export const orderFormats: readonly OrderFormat[] = [shopifyFormat, woocommerceFormat, ownFormat]
