import { links } from '#contract/links.ts'
import type { ShopContext } from '#server/http/route.ts'
import type { OrderSummary, OrderEmailKind, Paragraph } from '#server/modules/email/index.ts'
import { formatMoney, totalSteps } from '#server/modules/pricing/index.ts'
import { addressLines, formatDay } from '../invoices/labels.ts'
import { deliveryDays, stepFormat } from '../orders/order-view.ts'
import type { OrderLineRow, OrderRow } from '../orders/order.queries.ts'

type EmailShop = Pick<ShopContext, 'configId' | 'currency' | 'locale' | 'timeZone'>

/** The fields of an order line that an email shows. */
export type EmailedLine = Pick<OrderLineRow, 'name' | 'options' | 'quantity' | 'total'>

/** The items, the price calculation and the delivery of an order. */
export function orderSummary(
  order: OrderRow,
  lines: readonly EmailedLine[],
  { locale, timeZone }: EmailShop,
): OrderSummary {
  const money = (minor: number) => formatMoney(minor, order.currency, locale)
  const steps = totalSteps({ ...order, coupon: order.coupon_discount }, stepFormat(order, locale))
  const days = deliveryDays(order)
  const [first, last] = days ? [days.from, days.to].map((day) => formatDay(day, { locale, timeZone })) : []
  return {
    number: order.number,
    lines: lines.map(({ name, options, quantity, total }) => {
      const variant = options.map(([, value]) => value).join(', ')
      return { what: `${quantity} × ${variant ? `${name} (${variant})` : name}`, amount: money(total) }
    }),
    sums: [
      ...steps.map(({ text, amount, contained }) => ({
        what: text,
        amount: money(amount),
        isContained: contained,
      })),
      { what: 'Total', amount: money(order.total), isTotal: true },
    ],
    facts: [
      { name: 'Delivery address', lines: addressLines(order.shipping_address) },
      ...(first && last
        ? [{ name: order.shipping_name, lines: [first === last ? first : `${first} – ${last}`] }]
        : []),
    ],
  }
}

/** The paragraphs of an order email that follow from the order. */
export function orderDetails(
  shop: EmailShop,
  {
    order,
    kind,
    token,
    bankDetails,
    hasInvoice,
  }: { order: OrderRow; kind: OrderEmailKind; token: string; bankDetails: string; hasInvoice: boolean },
): Paragraph[] {
  const money = (minor: number) => formatMoney(minor, order.currency, shop.locale)
  switch (kind) {
    case 'received': {
      if (order.payment_method !== 'bank_transfer') return []
      const deadline = order.reserved_until ? ` by ${formatDay(order.reserved_until, shop)}` : ''
      return [
        `Please transfer ${money(order.total)}${deadline} using the reference ${order.number}.`,
        ...(bankDetails ? [bankDetails] : []),
      ]
    }
    case 'shipped':
      return [...shipmentDetails(order), ...invoiceLink(order, token, hasInvoice)]
    case 'delivered':
      return invoiceLink(order, token, hasInvoice)
    case 'cancelled':
      return order.paid > 0 ? [`We’ll refund your payment of ${money(order.paid)}.`] : []
    case 'confirmed':
    case 'refunded':
    case 'returned':
    case 'message':
      return []
  }
}

function shipmentDetails({ carrier, tracking, tracking_url: link }: OrderRow): Paragraph[] {
  const text = [carrier && `Shipped with ${carrier}`, tracking && `tracking number ${tracking}`]
    .filter(Boolean)
    .join(', ')
  return [
    ...(text ? [`${text.charAt(0).toUpperCase()}${text.slice(1)}.`] : []),
    ...(link ? [{ label: 'Track your order', link }] : []),
  ]
}

/** Without the details of the seller there is no invoice yet. */
const invoiceLink = ({ origin, number }: OrderRow, token: string, hasInvoice: boolean): Paragraph[] =>
  hasInvoice ? [{ label: 'Your invoice (PDF)', link: origin + links.invoice(number, token) }] : []
