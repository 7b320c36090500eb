import { orderColumns, type OrderColumnName } from '#contract/orders/order-columns.ts'
import { createCellReader } from '../formats/cell-reader.ts'
import { mapHeadings, type Format } from '../formats/format.ts'
import type { ImportedOrder } from './imported-order.ts'
import { ordersOfRows, type OrderColumn } from './rows-of-order.ts'

type OrderFormat = Format<ImportedOrder, OrderColumn>

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
    }),
    ...mapHeadings(headings, known),
  }),
  read: (rows, settings) =>
    ordersOfRows(rows(), createCellReader(settings), (cells) => {
      const status = cells('status')?.toLowerCase() ?? 'delivered'
      return status === 'delivered' || status === 'cancelled' || status === 'refunded' ? status : 'open'
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
      if (payment === 'refunded') return 'refunded'
      if (cells('cancelledAt') !== undefined || payment === 'voided') return 'cancelled'
      const isPaid = payment === 'paid' || payment === 'partially_refunded'
      return isPaid && cells('status')?.toLowerCase() === 'fulfilled' ? 'delivered' : 'open'
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
      const status = cells('status')?.toLowerCase().replace(/^wc-/, '')
      if (status === 'completed') return 'delivered'
      if (status === 'cancelled' || status === 'failed') return 'cancelled'
      return status === 'refunded' ? 'refunded' : 'open'
    }),
}

export const orderFormats: readonly OrderFormat[] = [shopifyFormat, woocommerceFormat, ownFormat]
