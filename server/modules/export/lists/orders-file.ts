import { orderColumns, type OrderColumnName } from '#contract/orders/order-columns.ts'
import type { PersonalContext } from '#server/http/route.ts'
import { listFiledOrders, type FiledOrder } from '#server/modules/orders/index.ts'
import { toMajor } from '#server/modules/pricing/index.ts'
import type { ExportValue } from './columns.ts'

const names = Object.keys(orderColumns) as OrderColumnName[]

/** The headings of the orders file, which comes in again as an import. An import has no use for the last one. */
export const orderHeadings = [...names.map((name) => orderColumns[name].heading), 'Source']

/** The rows of the orders file for these rows of the list: one for each item. */
export async function orderRows(
  { db, shop }: Pick<PersonalContext, 'db' | 'shop'>,
  listed: readonly unknown[],
): Promise<ExportValue[][]> {
  const numbers = (listed as readonly { number: string }[]).map(({ number }) => number)
  const orders = await listFiledOrders(db, shop.shopId, numbers)
  return orders.flatMap(({ order, lines }) =>
    lines.map((line, index) => {
      const cells: Partial<Record<OrderColumnName, ExportValue>> = {
        number: order.serial,
        ...(index === 0 && orderCells(order)),
        item: line.name,
        sku: line.sku,
        quantity: line.quantity,
        price: toMajor(line.price, order.currency),
        itemDiscount: toMajor(line.discount + line.coupon_discount, order.currency),
      }
      const source = index === 0 ? (order.source ?? '') : ''
      return [...names.map((name) => cells[name] ?? ''), source]
    }),
  )
}

function orderCells(order: FiledOrder['order']): Partial<Record<OrderColumnName, ExportValue>> {
  const { shipping_address: to, billing_address: billing } = order
  const major = (minor: number) => toMajor(minor, order.currency)
  return {
    placed: order.placed_at.toISOString(),
    status: order.status,
    hold: order.held_at === null ? '' : 'yes',
    paymentMethod: order.payment_method,
    email: order.email,
    phone: order.phone,
    currency: order.currency,
    coupon: order.coupon_code ?? '',
    shipping: major(order.shipping),
    cashFee: order.cash_fee > 0 ? major(order.cash_fee) : '',
    shippingMethod: order.shipping_name,
    tax: major(order.tax),
    total: major(order.total),
    refunded: major(order.refunded - order.excess_refunded),
    note: order.customer_note,
    name: to.fullName,
    line1: to.line1,
    line2: to.line2,
    city: to.city,
    state: to.state,
    pincode: to.pincode,
    country: to.country,
    billingName: billing.fullName,
    billingLine1: billing.line1,
    billingLine2: billing.line2,
    billingCity: billing.city,
    billingState: billing.state,
    billingPincode: billing.pincode,
    billingCountry: billing.country,
  }
}
