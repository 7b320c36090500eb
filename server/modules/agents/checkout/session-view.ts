import type { Session, SessionInput } from '#server/modules/checkout-sessions/index.ts'
import { links } from '#contract/links.ts'
import { dayRangeText } from '#contract/orders/delivery/delivery-dates.ts'
import type { PersonalContext } from '#server/http/route.ts'
import {
  accessTokenOf,
  awaitsDeposit,
  findOrderById,
  isToConfirm,
  listOrderLines,
  findLatestPayment,
  providersOf,
  type OrderRow,
} from '#server/modules/orders/index.ts'
import { unitPrice, type CartTotals } from '#server/modules/pricing/index.ts'
import { variantName } from '#server/modules/stock/index.ts'
import { viewOrderLine, type LineView } from './line-view.ts'
import { deliveryPrice, quoteSession, type SessionDelivery, type SessionQuote } from './quote-session.ts'
import type { Problem } from './problem.ts'

/** The amounts of a session or cart in minor units: total = subtotal - coupon + shipping, plus tax if prices exclude it. */
export interface TotalsView {
  subtotal: number
  coupon: number
  shipping: number
  /** What free delivery by a coupon saves; `shipping` contains it. */
  shippingDiscount: number
  tax: number
  taxIncluded: boolean
  taxName: string
  total: number
}

/** The order of a session. */
export interface SessionOrder {
  number: string
  serial: string
  /** The order page, with its access token. */
  url: string
  /** `unpaid`: the time to pay it online is over. */
  state: 'placed' | 'awaits_confirmation' | 'awaits_transfer' | 'awaits_online_payment' | 'unpaid'
  /** Where the buyer pays online. */
  paymentUrl: string
}

/** A cart or a session with everything that follows from it. */
export interface SessionView {
  lines: LineView[]
  currency: string
  totals: TotalsView
  delivery: { options: SessionDelivery[]; selected: string } | undefined
  coupon: { code: string; index: number; amount: number } | undefined
  payment: SessionQuote['payment']
  problems: Problem[]
  order: SessionOrder | undefined
}

/** What an open session, or a cart, is now. */
export async function viewInput(
  context: Pick<PersonalContext, 'db' | 'shop' | 'services'>,
  input: SessionInput,
  { forOrder }: { forOrder: boolean },
): Promise<SessionView> {
  const quote = await quoteSession(context, input, { forOrder })
  return viewQuote(quote, context.shop.currency)
}

/** What a session is now: computed while it is open, from the order afterwards. */
export async function viewSession(context: PersonalContext, session: Session): Promise<SessionView> {
  if (session.orderId === null)
    return viewInput(context, session.input, { forOrder: session.state === 'open' })
  return viewOrder(context, session, session.orderId)
}

function viewQuote(quote: SessionQuote, currency: string): SessionView {
  const { lines, totals, delivery, coupon, quote: priced } = quote
  const { tax } = priced.rules
  const isFree = coupon?.coupon.kind === 'free_delivery'
  const shippingDiscount = delivery && isFree ? deliveryPrice(delivery) : 0
  return {
    lines: lines.map(({ id, row, quantity }, index) => {
      const share = totals.lines[index]
      const price = unitPrice(row)
      return {
        id,
        variantId: row.variantId,
        title: variantName(row.name, row.options),
        image: row.image,
        price,
        quantity,
        subtotal: price * quantity,
        coupon: share?.coupon ?? 0,
        tax: share?.tax ?? 0,
        total: share?.total ?? price * quantity,
      }
    }),
    currency,
    totals: {
      ...amountsOf(totals),
      shipping: totals.shipping + shippingDiscount,
      shippingDiscount,
      taxIncluded: tax.includesTax,
      taxName: tax.name,
    },
    delivery,
    coupon: coupon && {
      code: coupon.coupon.code,
      index: coupon.index,
      amount: totals.coupon + shippingDiscount,
    },
    payment: quote.payment,
    problems: quote.problems,
    order: undefined,
  }
}

const amountsOf = ({ subtotal, discount, coupon, tax, total }: CartTotals) => ({
  subtotal: subtotal - discount,
  coupon,
  tax,
  total,
})

async function viewOrder(context: PersonalContext, session: Session, orderId: number): Promise<SessionView> {
  const { db, shop } = context
  const [order, lines] = await Promise.all([
    findOrderById(db, shop.shopId, orderId),
    listOrderLines(db, shop.shopId, orderId),
  ])
  const { codes = [], deliveryDiscount = 0 } = session.input
  const code = order.coupon_code
  return {
    lines: lines.map((line) => viewOrderLine(line, session.input.lines)),
    currency: order.currency,
    totals: {
      subtotal: order.subtotal - order.discount,
      coupon: order.coupon_discount,
      shipping: order.shipping + deliveryDiscount,
      shippingDiscount: deliveryDiscount,
      tax: order.tax,
      taxIncluded: order.tax_included,
      taxName: order.tax_name,
      total: order.total,
    },
    delivery: deliveryOf(order, order.shipping + deliveryDiscount, shop.locale),
    coupon:
      code === null
        ? undefined
        : {
            code,
            index: Math.max(
              0,
              codes.findIndex((one) => one.trim().toUpperCase() === code),
            ),
            amount: order.coupon_discount + deliveryDiscount,
          },
    payment: [],
    problems: [],
    order: await viewPayment(context, order),
  }
}

/** The method that was ordered, as the only one. */
function deliveryOf(
  { shipping_method: id, shipping_name: name, delivery_from: from, delivery_to: to }: OrderRow,
  price: number,
  locale: string,
): SessionView['delivery'] {
  const arrival = { from, to, text: dayRangeText({ from, to }, locale) }
  return { options: [{ id, name, price, arrival }], selected: id }
}

async function viewPayment(context: PersonalContext, order: OrderRow): Promise<SessionOrder> {
  const { db, shop, services, origin } = context
  const { number, serial, status, paid } = order
  const url = `${origin}${links.order(number, accessTokenOf(services.keyedHash, shop.shopId, number))}`
  const { offered } = await providersOf(context)
  const isOnline = order.deposit > 0 || offered.some(({ id }) => id === order.payment_method)
  const head = { number, serial, url, paymentUrl: url }
  if (isToConfirm(order)) return { ...head, state: 'awaits_confirmation' }
  if (!isOnline || (paid > 0 && !awaitsDeposit(order)))
    return { ...head, state: status === 'pending' ? 'awaits_transfer' : 'placed' }
  if (status === 'cancelled') return { ...head, state: 'unpaid' }
  if (status !== 'pending') return { ...head, state: 'placed' }
  const payment = await findLatestPayment(db, shop.shopId, order.id)
  return { ...head, state: 'awaits_online_payment', paymentUrl: payment?.url ?? url }
}
