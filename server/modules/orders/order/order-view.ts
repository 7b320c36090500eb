import type { z } from 'zod'
import { dayRangeText } from '#contract/orders/delivery/delivery-dates.ts'
import { stateName } from '#contract/orders/address/address-format.ts'
import type { orderView } from '#contract/orders/order.ts'
import { lineSteps, toMajor, unitPrice, type StepFormat } from '#server/modules/pricing/index.ts'
import type { ConnectedProvider } from '#server/platform/payments/online-payments.ts'
import type { PaidByCredit } from '../credit/credit-view.ts'
import { billingLines, deliveryLines, isPickUp } from '../delivery/pick-up.rules.ts'
import { paymentName } from '../payments/payment-method.ts'
import { lineIdOf, shipmentToView } from '../shipments/shipment-view.ts'
import type { ShipmentRow } from '../shipments/shipment.queries.ts'
import type { OrderEventRow, OrderLineRow, OrderRow } from './order.queries.ts'
import { amountDue, eventText, hasEnded, isPartlyShipped, isToConfirm } from './order.rules.ts'

interface OrderParts {
  order: OrderRow
  shipments: readonly ShipmentRow[]
  lines: readonly OrderLineRow[]
  events: readonly OrderEventRow[]
  credits: readonly PaidByCredit[]
}

interface ViewContext {
  locale: string
  online: readonly ConnectedProvider[]
}

/** An order for the API, in major units of its currency. */
export function orderToView(
  { order, shipments, lines, events, credits }: OrderParts,
  { locale, online }: ViewContext,
): z.input<typeof orderView> {
  const { currency } = order
  const major = (minor: number) => toMajor(minor, currency)
  return {
    number: order.number,
    serial: order.serial,
    status: order.status,
    placedAt: order.placed_at.toISOString(),
    currency,
    quantity: lines.reduce((sum, { quantity }) => sum + quantity, 0),
    subtotal: major(order.subtotal),
    discount: major(order.discount),
    coupon: major(order.coupon_discount),
    shipping: major(order.shipping),
    cashfee: major(order.cash_fee),
    tax: major(order.tax),
    taxincluded: order.tax_included,
    taxname: order.tax_name,
    shippingtax: major(order.shipping_tax),
    total: major(order.total),
    paid: major(order.paid),
    refunded: major(order.refunded),
    credits: credits.map(({ name, amount, givenBack }) => ({
      name,
      amount: major(amount),
      givenBack: major(givenBack),
    })),
    deposit: major(order.deposit),
    isToConfirm: isToConfirm(order),
    due: hasEnded(order) ? 0 : major(amountDue(order)),
    email: order.email,
    phone: order.phone,
    shippingAddress: addressToView(order.shipping_address, deliveryLines(order)),
    billingAddress: addressToView(order.billing_address, billingLines(order, order.billing_address)),
    shippingName: order.shipping_name,
    isPickUp: isPickUp(order),
    readyAt: order.ready_at?.toISOString() ?? null,
    delivery: promisedDelivery(order, locale),
    paymentMethod: order.payment_method,
    paymentName: paymentName(order.payment_method, online),
    couponCode: order.coupon_code,
    discountReason: order.discount_reason,
    note: order.customer_note,
    carrier: order.carrier,
    tracking: order.tracking,
    trackingUrl: order.tracking_url,
    isPartlyShipped: isPartlyShipped(order),
    shipments: shipments.map((shipment) => shipmentToView(shipment, lines, locale)),
    lines: lines.map((line) => lineToView(line, stepFormat(order, locale))),
    events: events.map(({ id, at, kind, note, actor_name: who }) => ({
      id,
      at: at.toISOString(),
      kind,
      text: eventText(kind, note),
      who,
    })),
  }
}

function lineToView(line: OrderLineRow, format: StepFormat): z.input<typeof orderView>['lines'][number] {
  const major = (minor: number) => toMajor(minor, format.currency)
  // The steps come from the stored amounts, so they never differ from what was ordered.
  const priced = { ...line, salePrice: line.sale_price, priceReason: line.price_reason }
  const steps = lineSteps(priced, { ...line, coupon: line.coupon_discount, rate: line.tax_rate }, format)
  return {
    lineId: lineIdOf(line.position),
    productid: line.product_id,
    variantid: line.variant_id,
    productname: line.name,
    options: Object.fromEntries(line.options),
    sku: line.sku,
    image: line.image,
    quantity: line.quantity,
    productprice: major(unitPrice({ ...line, salePrice: line.sale_price })),
    steps: steps.map((step) => ({ ...step, amount: major(step.amount) })),
    linetotal: major(line.total),
    refundedquantity: line.refunded_quantity,
    shippedquantity: line.shipped_quantity,
  }
}

/** How the price steps of an order are formatted. */
export const stepFormat = (
  order: Pick<OrderRow, 'currency' | 'tax_included' | 'tax_name' | 'coupon_code' | 'discount_reason'>,
  locale: string,
): StepFormat => ({
  currency: order.currency,
  locale,
  pricesIncludeTax: order.tax_included,
  taxName: order.tax_name,
  couponCode: order.coupon_code,
  discountReason: order.discount_reason,
})

const addressToView = (address: OrderRow['shipping_address'], lines: string[]) => ({
  ...address,
  company: address.company ?? '',
  taxId: address.taxId ?? '',
  state: stateName(address.country, address.state),
  lines,
})

/** The promised days of delivery with their text; null for a pick-up, and once the order is delivered, on hold or has ended. */
export function promisedDelivery(
  order: OrderRow,
  locale: string,
): { from: string; to: string; text: string } | null {
  const { status, held_at: held, delivery_from: from, delivery_to: to } = order
  if (isPickUp(order) || held !== null || !['pending', 'confirmed', 'shipped'].includes(status)) return null
  return { from, to, text: dayRangeText({ from, to }, locale) }
}
