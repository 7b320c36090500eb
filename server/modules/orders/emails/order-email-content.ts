import { longDayText } from '#contract/orders/delivery/delivery-dates.ts'
import { links } from '#contract/links.ts'
import type { ShopContext } from '#server/http/route.ts'
import type { OrderSummary, OrderEmailKind, Paragraph } from '#server/modules/email/index.ts'
import { formatMoney, totalSteps } from '#server/modules/pricing/index.ts'
import type { Settings } from '#server/modules/settings/index.ts'
import { transferMethods } from '../payments/payment-method.ts'
import { addressLines, formatDay, formatMoment } from '../invoices/labels.ts'
import { deliveryLines, isPickUp } from '../delivery/pick-up.rules.ts'
import { promisedDelivery, stepFormat } from '../order/order-view.ts'
import type { OrderLineRow, OrderRow } from '../order/order.queries.ts'
import { inSentence, paidByText, type PaidByCredit } from '../credit/credit-view.ts'
import { amountDue, hasEnded, paidDeposit, settledAmount } from '../order/order.rules.ts'

type EmailShop = Pick<ShopContext, 'shopId' | 'currency' | 'locale' | 'timeZone'>

/** The fields of an order line that an email shows. */
export type EmailedLine = Pick<OrderLineRow, 'name' | 'options' | 'quantity' | 'subtotal' | 'discount'>

/** The items, the price calculation and the delivery of an order. */
export function orderSummary(
  order: OrderRow,
  lines: readonly EmailedLine[],
  { locale }: EmailShop,
  credits: readonly PaidByCredit[] = [],
): OrderSummary {
  const money = (minor: number) => formatMoney(minor, order.currency, locale)
  // As on the page: the lines are the prices after offers, and add up to the subtotal.
  const subtotal = order.subtotal - order.discount
  const totals = { ...order, subtotal, discount: 0, coupon: order.coupon_discount, cashFee: order.cash_fee }
  const steps = totalSteps(totals, stepFormat(order, locale))
  const delivery = promisedDelivery(order, locale)
  const deposit = paidDeposit(order)
  return {
    number: order.serial,
    lines: lines.map(({ name, options, quantity, subtotal: regular, discount }) => {
      const variant = options.map(([, value]) => value).join(', ')
      return {
        what: `${quantity} × ${variant ? `${name} (${variant})` : name}`,
        amount: money(regular - discount),
      }
    }),
    sums: [
      ...steps.map(({ text, amount, contained }) => ({
        what: text,
        amount: money(amount),
        isContained: contained,
      })),
      { what: 'Total', amount: money(order.total), isTotal: true },
      ...credits.map(({ name, amount }) => ({ what: paidByText(name), amount: money(0 - amount) })),
      ...(deposit > 0 ? [{ what: 'Deposit paid', amount: money(0 - deposit) }] : []),
      ...((credits.length > 0 || deposit > 0) && !hasEnded(order) && amountDue(order) > 0
        ? [{ what: deposit > 0 ? 'Due on delivery' : 'Left to pay', amount: money(amountDue(order)) }]
        : []),
    ],
    facts: [
      isPickUp(order)
        ? { name: 'Pick-up at', lines: deliveryLines(order) }
        : { name: DELIVERY_ADDRESS, lines: addressLines(order.shipping_address) },
      ...(delivery ? [{ name: order.shipping_name, lines: [delivery.text] }] : []),
    ],
  }
}

const DELIVERY_ADDRESS = 'Delivery address'

/**
 * Whether an email could go to someone who never asked: nobody has paid, and the address is not confirmed. Then the email shows
 * nothing that the orderer has typed.
 */
export const isUnconfirmed = ({ placed_from: from, paid }: Pick<OrderRow, 'placed_from' | 'paid'>) =>
  from !== null && paid === 0

/** The name in the greeting; empty if it may be the text of a stranger. */
export const nameInEmails = (order: OrderRow): string =>
  isUnconfirmed(order) ? '' : order.shipping_address.fullName

/** The summary without the lines that the orderer has typed. */
export const withoutAddress = (summary: OrderSummary): OrderSummary => ({
  ...summary,
  facts: summary.facts.map((fact) =>
    fact.name === DELIVERY_ADDRESS
      ? { ...fact, lines: ['As you entered it. The link above shows it.'] }
      : fact,
  ),
})

/** The accounts that shoppers pay to themselves. */
export type PayTo = Pick<Settings<'payment'>, 'bank_details' | 'upi_id'>

/** The paragraphs of an order email that follow from the order. */
export function orderDetails(
  shop: EmailShop,
  {
    order,
    kind,
    token,
    payTo,
    hasInvoice,
    expectedOn,
    credits = [],
  }: {
    order: OrderRow
    kind: OrderEmailKind
    token: string
    payTo: PayTo
    hasInvoice: boolean
    /** The promised day of the latest shipment. */
    expectedOn: string | null
    /** What gift cards and store credit have paid. */
    credits?: readonly PaidByCredit[]
  },
): Paragraph[] {
  const money = (minor: number) => formatMoney(minor, order.currency, shop.locale)
  switch (kind) {
    case 'received': {
      if (!transferMethods.includes(order.payment_method)) return []
      const deadline = order.reserved_until ? ` by ${formatDay(order.reserved_until, shop)}` : ''
      if (order.payment_method === 'upi') {
        return [
          `Please pay ${money(amountDue(order))}${deadline} with any UPI app. Your order page has a QR code with amount and reference.`,
          ...(payTo.upi_id ? [`UPI ID: ${payTo.upi_id}. Reference: ${order.serial}.`] : []),
        ]
      }
      return [
        `Please transfer ${money(amountDue(order))}${deadline} using the reference ${order.serial}.`,
        ...(payTo.bank_details ? [payTo.bank_details] : []),
      ]
    }
    case 'to_confirm':
      return [
        ...(order.reserved_until
          ? [`We hold your items until ${formatMoment(order.reserved_until, shop)}.`]
          : []),
        ...cashDue(order, money, 'when your order arrives'),
      ]
    case 'edited':
      return order.status === 'pending'
        ? orderDetails(shop, { order, kind: 'received', token, payTo, hasInvoice, expectedOn })
        : cashDue(order, money, 'when your order arrives')
    case 'confirmed':
      return [
        ...cashDue(order, money, 'when your order arrives'),
        ...(order.delivered_at ? invoiceLink(order, token, hasInvoice) : []),
      ]
    case 'ready':
      return [`Bring your order number, ${order.serial}.`, ...cashDue(order, money, 'when it arrives')]
    case 'shipped':
    case 'partly_shipped':
      return [
        ...shipmentDetails(order),
        ...(expectedOn ? [`Expected on ${longDayText(expectedOn, shop.locale)}.`] : []),
        ...cashDue(order, money, 'when it arrives'),
        ...invoiceLink(order, token, hasInvoice),
      ]
    case 'delivered':
      return invoiceLink(order, token, hasInvoice)
    case 'cancelled': {
      // An earlier email has promised what an edit left over. What credit has paid is back already.
      const back = credits.filter(({ givenBack }) => givenBack > 0)
      const left = settledAmount(order) - back.reduce((sum, { givenBack }) => sum + givenBack, 0)
      return [
        ...back.map(({ name, givenBack }) => `${money(givenBack)} is back on your ${inSentence(name)}.`),
        ...(left > 0 ? [`We’ll refund your payment of ${money(left)}.`] : []),
      ]
    }
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

/** What is due on delivery, and how to pay it. */
const cashDue = (order: OrderRow, money: (minor: number) => string, moment: string): Paragraph[] => {
  const due = order.payment_method === 'cod' ? amountDue(order) : 0
  return due > 0
    ? [
        isPickUp(order)
          ? `Please pay ${money(due)} when you pick it up. Nothing is due before.`
          : `Please pay ${money(due)} in cash to the courier ${moment}. Nothing is due before.`,
      ]
    : []
}

/** Without the details of the seller there is no invoice yet. */
const invoiceLink = ({ origin, number }: OrderRow, token: string, hasInvoice: boolean): Paragraph[] =>
  hasInvoice ? [{ label: 'Your invoice (PDF)', link: origin + links.invoice(number, token) }] : []
