import type { z } from 'zod'
import { deliveryDates } from '#contract/orders/delivery/delivery-dates.ts'
import type { OrderAddress, placeOrder as placeOrderEndpoint } from '#contract/orders/order.ts'
import { AppError } from '#server/http/errors.ts'
import type { PersonalContext } from '#server/http/route.ts'
import type { Actor } from '#server/modules/audit/index.ts'
import { summarize, type LineRow } from '#server/modules/cart/index.ts'
import { toMinor } from '#server/modules/pricing/index.ts'
import { couponProblem, type Coupon } from '#server/modules/promotions/index.ts'
import type { CheckoutRules } from '#server/modules/settings/index.ts'
import { remainingStockMessage } from '#server/modules/stock/index.ts'
import { taxIdProblem } from '#server/modules/tax/index.ts'
import { settledAddress } from '#server/platform/postal-codes/settled-address.ts'
import type { NewOrder, NewOrderLine } from '../order/order.writes.ts'
import { cashProblem, nothingToPay, paymentMethods, type PaymentMethod } from '../payments/payment-method.ts'
import { lineRows, makeOrderNumber } from './new-order.ts'
import { paymentDeadline } from './payment-deadline.ts'
import { couponBase, notOffered, quoteLines, type Quote, type StaffDiscount } from './quote.ts'
import { networkHash, requireModestHolding, type Holding } from './unconfirmed/holding.rules.ts'

type Input = z.output<typeof placeOrderEndpoint.input>

/** What the shop has stored about an order before it exists. */
export interface Basis {
  /** The lines of the items or of the cart. */
  rows: readonly LineRow[]
  rules: CheckoutRules
  coupon: Coupon | undefined
  /** What the caller holds without having paid; absent: no limit applies. */
  holding?: Holding | undefined
  /** The caller has used up the emails to addresses that are not confirmed. */
  holdsEmail?: boolean
}

/** An order that staff place for a customer. */
export interface ForCustomer {
  /** The account of the customer. */
  userId: number | undefined
  actor: Actor
  number: string
  method: PaymentMethod
  discount: StaffDiscount | undefined
}

/** An order as it is asked for, with all that deciding about it needs. */
export interface OrderDraft {
  context: PersonalContext
  input: Pick<
    Input,
    | 'contact'
    | 'shipping'
    | 'billing'
    | 'shippingMethod'
    | 'paymentMethod'
    | 'coupon'
    | 'note'
    | 'expectedTotal'
  >
  basis: Basis
  shopperId: number | undefined
  /** The rows are the cart of the shopper, whose lines the order replaces. */
  isCart: boolean
  /** Absent: the caller orders. */
  forCustomer?: ForCustomer
  /** The platform whose agent orders for the buyer. */
  platformId?: number | undefined
}

/** What is decided about an order before anything is written. */
export interface OrderDecision {
  order: NewOrder
  lines: NewOrderLine[]
  method: PaymentMethod
  coupon: Coupon | undefined
  actor: Actor
}

/** Decides about an order from what was read. Amounts are in minor units. AppErrors of `placeOrder`. */
export function decideOrder(draft: OrderDraft, placedAt: Date): OrderDecision {
  const { context, input, basis, forCustomer } = draft
  const { rows, rules } = basis
  const { shop, caller } = context
  requireInStock(rows)
  const coupon = input.coupon ? requireCoupon(draft, input.coupon) : undefined
  const destination = settledAddress(input.shipping, 'shipping')
  const billing = input.billing ? settledAddress(input.billing, 'billing') : destination
  requireTaxId(billing)
  const { shippingMethod } = input
  const discount = forCustomer?.discount?.rule
  const choices = { destination, shippingMethod, coupon, discount, taxId: billing.taxId, shop }
  const quote = quoteLines(rows, rules, { ...choices, moment: placedAt })
  requireExpectedTotal(draft, quote, coupon)
  const method = methodOf(draft, quote)
  if (method.id === 'cod') requireCash(draft, quote)
  if (basis.holding && method.kind !== 'online') requireModestHolding(basis.holding, rows)
  if (method.kind === 'online') requireAccepted(draft, quote, method)
  const order = newOrder(draft, { quote, method, coupon, destination, billing, placedAt })
  const actor = forCustomer?.actor ?? { id: caller?.userId ?? null, name: input.shipping.fullName }
  return { order, lines: lineRows(quote), method, coupon, actor }
}

interface Decided {
  quote: Quote
  method: PaymentMethod
  coupon: Coupon | undefined
  destination: OrderAddress
  billing: OrderAddress
  placedAt: Date
}

/** The row of `shop_order`. */
function newOrder(
  { context, input, basis, shopperId, forCustomer, platformId }: OrderDraft,
  { quote, method, coupon, destination, billing, placedAt }: Decided,
): NewOrder {
  const { rules, holding } = basis
  const { shop, caller, services, origin, clientAddress } = context
  const { email, phone } = input.contact
  const { option } = quote
  const { tax } = quote.rules
  const isPending = method.kind !== 'on_delivery'
  const isByLink = forCustomer !== undefined
  const number = forCustomer?.number ?? makeOrderNumber()
  const delivery = deliveryDates({ ...rules.shipping, timeZone: shop.timeZone }, option.days, placedAt)
  return {
    number,
    status: isPending ? 'pending' : 'confirmed',
    user_id: (forCustomer ? forCustomer.userId : caller?.userId) ?? null,
    shopper_id: shopperId ?? null,
    email,
    phone,
    shipping_address: JSON.stringify(destination),
    billing_address: JSON.stringify(billing),
    shipping_method: option.id,
    shipping_name: option.name,
    delivery_from: delivery.from,
    delivery_to: delivery.to,
    payment_method: method.id,
    origin,
    currency: shop.currency,
    tax_included: tax.includesTax,
    tax_name: tax.name,
    tax_country: tax.country,
    tax_note: tax.note,
    ...orderAmounts(quote),
    placed_at: placedAt,
    agent_platform_id: platformId ?? null,
    coupon_id: coupon?.id ?? null,
    coupon_code: coupon?.code ?? null,
    discount_reason: forCustomer?.discount?.reason ?? '',
    customer_note: input.note ?? '',
    reserved_until: isPending ? paymentDeadline(method, rules, { isByLink, holding }) : null,
    confirmed_at: isPending ? null : placedAt,
    // An online order sends no email before it is paid, and holds its stock for minutes.
    placed_from:
      method.kind === 'online' || isByLink
        ? null
        : networkHash(services.keyedHash, shop.shopId, clientAddress),
  }
}

/** The columns of an order that a quote decides. */
export const orderAmounts = ({ totals }: Quote) => ({
  subtotal: totals.subtotal,
  discount: totals.discount,
  coupon_discount: totals.coupon,
  shipping: totals.shipping,
  shipping_tax: totals.shippingTax,
  shipping_taxes: JSON.stringify(totals.shippingTaxes),
  tax: totals.tax,
  total: totals.total,
})

/** AppError 400 for an amount that the provider does not accept. */
function requireAccepted(
  { context: { services, shop } }: OrderDraft,
  { totals }: Quote,
  method: PaymentMethod,
) {
  if (services.online.some(({ id, accepts }) => id === method.id && accepts(totals.total, shop.currency)))
    return
  throw notOffered('paymentMethod', `${method.name} for this amount`)
}

/** Refuses lines without enough stock. The stock module checks again when it takes the units. */
function requireInStock(rows: readonly LineRow[]): void {
  const missing = rows
    .map((row) => ({ ...row, available: row.sold ? row.available : 0 }))
    .filter(({ quantity, available }) => quantity > available)
  const [first] = missing
  if (!first) return
  const issues = missing.map((row) => ({
    path: `variant.${row.variantId}`,
    message: remainingStockMessage(row),
  }))
  throw new AppError(409, 'out_of_stock', remainingStockMessage(first), issues)
}

/** AppError 400 for a VAT number of another format or with a wrong check digit. */
function requireTaxId({ country, taxId }: { country: string; taxId: string }): void {
  const message = taxIdProblem(country, taxId)
  if (message !== undefined)
    throw new AppError(400, 'invalid_input', message, [{ path: 'billing.taxId', message }])
}

function requireCoupon({ context: { shop }, basis: { coupon, rows } }: OrderDraft, code: string): Coupon {
  const base = couponBase(coupon, rows)
  const message = couponProblem(coupon, { ...shop, code, now: new Date(), base })
  if (coupon && message === null) return coupon
  throw new AppError(409, 'coupon_refused', message ?? '', [{ path: 'coupon', message: message ?? '' }])
}

/** How the order is paid. AppError 400 for a method that the shop does not offer. */
function methodOf({ context, input, basis, forCustomer }: OrderDraft, { totals }: Quote): PaymentMethod {
  if (totals.total === 0) return nothingToPay
  const offered = paymentMethods(basis.rules.payment, context.services.online, context.shop.currency)
  const method = forCustomer?.method ?? offered.find(({ id }) => id === input.paymentMethod)
  if (!method || method === nothingToPay) throw notOffered('paymentMethod', 'This payment method')
  return method
}

function requireCash({ context: { shop }, basis: { rules } }: OrderDraft, { option, totals }: Quote): void {
  const message = cashProblem(rules.payment, { possible: option.cash, total: totals.total }, shop)
  if (message !== null)
    throw new AppError(400, 'invalid_input', message, [{ path: 'paymentMethod', message }])
}

function requireExpectedTotal(
  { context: { shop }, input }: OrderDraft,
  quote: Quote,
  coupon: Coupon | undefined,
) {
  const { expectedTotal } = input
  if (expectedTotal === undefined || expectedTotal === null) return
  if (toMinor(expectedTotal, shop.currency) === quote.totals.total) return
  const summary = summarize(quote.lines, quote.rules, shop, coupon?.code)
  const message = 'Your total has changed. Please review it and place your order again.'
  throw new AppError(409, 'total_changed', message, undefined, undefined, { summary })
}
