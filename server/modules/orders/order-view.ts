import type { orderView } from '#contract/order.ts'
import type { z } from 'zod'
import type { OnlineProvider } from '#server/platform/online-payment.ts'
import { paymentName } from '#server/modules/payments/index.ts'
import { offerPrice, stepsOf, toMajor, type StepWords } from '#server/modules/pricing/index.ts'
import { stateName } from './delivery.rules.ts'
import type { OrderEventRow, OrderLineRow, OrderRow } from './order.queries.ts'
import { wordsOfEvent } from './order.rules.ts'

interface Parts {
  order: OrderRow
  lines: readonly OrderLineRow[]
  events: readonly OrderEventRow[]
}

interface Names {
  locale: string
  online: readonly OnlineProvider[]
}

/** An order on the wire, in major units of its currency. */
export function viewOf(
  { order, lines, events }: Parts,
  { locale, online }: Names,
): z.input<typeof orderView> {
  const { currency } = order
  const major = (minor: number) => toMajor(minor, currency)
  const days = deliveryDays(order)
  return {
    number: order.number,
    status: order.status,
    placedAt: order.placed_at.toISOString(),
    currency,
    pieces: lines.reduce((sum, { quantity }) => sum + quantity, 0),
    subtotal: major(order.subtotal),
    discount: major(order.discount),
    coupon: major(order.coupon_discount),
    shipping: major(order.shipping),
    tax: major(order.tax),
    taxincluded: order.tax_included,
    total: major(order.total),
    paid: major(order.paid),
    refunded: major(order.refunded),
    email: order.email,
    phone: order.phone,
    shippingAddress: addressOf(order.shipping_address),
    billingAddress: addressOf(order.billing_address),
    shippingName: order.shipping_name,
    delivery: days && { from: days.from.toISOString(), to: days.to.toISOString() },
    paymentMethod: order.payment_method,
    paymentName: paymentName(order.payment_method, online),
    couponCode: order.coupon_code,
    note: order.customer_note,
    carrier: order.carrier,
    tracking: order.tracking,
    trackingUrl: order.tracking_url,
    lines: lines.map((line) => lineView(line, wordsFor(order, locale))),
    events: events.map(({ id, at, kind, note, actor_name: who }) => ({
      id,
      at: at.toISOString(),
      kind,
      text: wordsOfEvent(kind, note),
      who,
    })),
  }
}

function lineView(line: OrderLineRow, words: StepWords): z.input<typeof orderView>['lines'][number] {
  const major = (minor: number) => toMajor(minor, words.currency)
  return {
    productid: line.product_id,
    variantid: line.variant_id,
    productname: line.name,
    options: Object.fromEntries(line.options),
    sku: line.sku,
    picture: line.picture,
    quantity: line.quantity,
    productprice: major(offerPrice(line.price, line.offer)),
    steps: lineSteps(line, words).map((step) => ({ ...step, amount: major(step.amount) })),
    linetotal: major(line.total),
    refundedquantity: line.refunded_quantity,
  }
}

/** The steps of a stored line, in minor units: from its columns, which are what was computed when it was ordered. */
const lineSteps = (line: OrderLineRow, words: StepWords) =>
  stepsOf(line, { ...line, coupon: line.coupon_discount }, words)

/** How the amounts of an order are written. */
export const wordsFor = (order: OrderRow, locale: string): StepWords => ({
  currency: order.currency,
  locale,
  pricesIncludeTax: order.tax_included,
  couponCode: order.coupon_code,
})

const addressOf = ({ state, ...address }: OrderRow['shipping_address']) => ({
  ...address,
  state: stateName(address.country, state),
})

/** The days that were promised for the delivery; null where it has come, or never will. */
export function deliveryDays(order: OrderRow): { from: Date; to: Date } | null {
  if (!['pending', 'confirmed', 'shipped'].includes(order.status)) return null
  const after = (days: number) => new Date(order.placed_at.getTime() + days * 24 * 3600_000)
  return { from: after(order.days_from), to: after(order.days_to) }
}
