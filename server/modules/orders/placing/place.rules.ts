import type { z } from 'zod'
import { deliveryDates } from '#contract/orders/delivery/delivery-dates.ts'
import { PICK_UP, type OrderAddress, type placeOrder as placeOrderEndpoint } from '#contract/orders/order.ts'
import { AppError } from '#server/http/errors.ts'
import type { PersonalContext } from '#server/http/route.ts'
import type { Actor } from '#server/modules/audit/index.ts'
import { summarize, type LineRow } from '#server/modules/cart/index.ts'
import { toMinor } from '#server/modules/pricing/index.ts'
import { couponProblem, type Coupon } from '#server/modules/promotions/index.ts'
import type { CheckoutRules } from '#server/modules/settings/index.ts'
import { remainingStockMessage, type StockLine } from '#server/modules/stock/index.ts'
import type { ConnectedProvider } from '#server/platform/payments/online-payments.ts'
import { taxIdProblem } from '#server/modules/tax/index.ts'
import { settledAddress } from '#server/platform/postal-codes/settled-address.ts'
import type { NewOrder, NewOrderLine } from '../order/order.writes.ts'
import { isGiftLine, requirePaidInAdvance, requireSellable } from '../credit/gift-lines.rules.ts'
import { coverOrder, sumParts, type CreditBasis, type CreditPart } from '../credit/cover.rules.ts'
import {
  creditMethods,
  isCredit,
  nothingToPay,
  paymentMethods,
  type PaymentMethod,
} from '../payments/payment-method.ts'
import { lineRows, makeOrderNumber } from './new-order.ts'
import { paymentDeadline } from './payment-deadline.ts'
import { needsConfirmation, cashRisk, type CashHistory, type CashRisk } from '../cash/cash-risk.rules.ts'
import { agreedDeposit } from '../cash/deposit.rules.ts'
import { requireCash, termsOf } from '../cash/cash-terms.ts'
import { couponBase, notOffered, quoteLines, withCashFee, type Quote, type StaffDiscount } from './quote.ts'
import { networkHash, requireModestHolding, type Holding } from './unconfirmed/holding.rules.ts'

type Input = z.output<typeof placeOrderEndpoint.input>

/** What the shop has stored about an order before it exists. */
export interface Basis {
  /** The lines of the items or of the cart. */
  rows: readonly LineRow[]
  rules: CheckoutRules
  coupon: Coupon | undefined
  /** The payment providers of the shop. */
  online: readonly ConnectedProvider[]
  /** What the caller holds without having paid; absent: no limit applies. */
  holding?: Holding | undefined
  /** What pays before any other method; absent: nothing. */
  credit?: CreditBasis
  /** What the shop knows of a person who pays in cash; absent: the order needs no confirmation. */
  cashHistory?: CashHistory | undefined
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
  /** Units that the draft of this number has reserved; the order takes them over. */
  held: readonly StockLine[]
  /** The customer takes the items along. */
  handedOver: boolean
}

/** An order as it is asked for, with all that deciding about it needs. */
export interface OrderDraft {
  context: PersonalContext
  input: Omit<Input, 'items' | 'giftCards' | 'storeCredit' | 'expectedCredit' | 'session'>
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
  /** How it is paid now: the method of the order, or that of its deposit. */
  payNow: PaymentMethod
  coupon: Coupon | undefined
  actor: Actor
  /** What gift cards and store credit pay. */
  credit: CreditPart[]
}

/** Decides about an order from what was read. Amounts are in minor units. AppErrors of `placeOrder`. */
export function decideOrder(draft: OrderDraft, placedAt: Date): OrderDecision {
  const { context, input, basis, forCustomer } = draft
  const { rows, rules } = basis
  const { shop, caller } = context
  requireInStock(rows)
  const coupon = input.coupon ? requireCoupon(draft, input.coupon) : undefined
  const { shippingMethod } = input
  const mayPickUp = forCustomer !== undefined
  const destination =
    mayPickUp && shippingMethod === PICK_UP
      ? ownAddress(input.shipping)
      : settledAddress(input.shipping, 'shipping')
  const billing = input.billing ? settledAddress(input.billing, 'billing') : destination
  requireTaxId(billing)
  const discount = forCustomer?.discount?.rule
  const choices = { destination, shippingMethod, mayPickUp, coupon, discount, taxId: billing.taxId, shop }
  const withoutFee = quoteLines(rows, rules, { ...choices, moment: placedAt })
  const cash = termsOf(draft, withoutFee, destination)
  const quote = withCashFee(withoutFee, cash.fee)
  requireExpectedTotal(draft, quote, coupon)
  const { total } = quote.totals
  requireSellable({
    rows,
    email: input.contact.email,
    isOfStaff: forCustomer !== undefined,
    hasCredit: (basis.credit?.sources.length ?? 0) > 0,
  })
  const credit = basis.credit ? coverOrder(total, basis.credit, shop) : []
  const rest = total - sumParts(credit)
  const method = methodOf(draft, { total, rest, credit })
  requirePaidInAdvance(rows, method)
  if (method.id === 'cod') requireCash(cash)
  const restWithoutFee = rest - (total - withoutFee.totals.total)
  const deposit = agreedDeposit(draft, method, { withFee: rest, withoutFee: restWithoutFee })
  const payNow = deposit?.method ?? method
  if (basis.holding && payNow.kind !== 'online') requireModestHolding(basis.holding, rows)
  if (method.kind === 'online') requireAccepted(draft, rest, method)
  const risk =
    method.id === 'cod' && basis.cashHistory ? cashRisk(basis.cashHistory, quote.totals.total) : undefined
  const decided = { quote, method, payNow, deposit: deposit?.amount ?? 0, rest, risk }
  const order = newOrder(draft, { ...decided, coupon, destination, billing, placedAt })
  const actor = forCustomer?.actor ?? { id: caller?.userId ?? null, name: input.shipping.fullName }
  return { order, lines: lineRows(quote), payNow, coupon, actor, credit }
}

/** The address of the shop is as it is, with no PIN code to compare. */
const ownAddress = ({ keepstate: _keepstate, ...address }: Input['shipping']) => address

interface Decided {
  quote: Quote
  method: PaymentMethod
  payNow: PaymentMethod
  /** Minor units; 0: none. */
  deposit: number
  coupon: Coupon | undefined
  destination: OrderAddress
  billing: OrderAddress
  placedAt: Date
  /** What credit does not pay, in minor units. */
  rest: number
  /** Of a cash order whose customer may have to confirm it. */
  risk: CashRisk | undefined
}

/** The row of `shop_order`. */
function newOrder(
  { context, input, basis, shopperId, forCustomer, platformId }: OrderDraft,
  { quote, method, payNow, deposit, coupon, destination, billing, placedAt, rest, risk }: Decided,
): NewOrder {
  const { rules, holding } = basis
  const { shop, caller, services, origin, clientAddress } = context
  const { email, phone } = input.contact
  const { option } = quote
  const { tax } = quote.rules
  const isPending = payNow.kind !== 'on_delivery' || (risk && needsConfirmation(rules.payment, risk))
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
    shipping_address: destination,
    billing_address: billing,
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
    // An order that is paid in full is so by an update, which reports it to programs.
    paid: rest > 0 ? quote.totals.total - rest : 0,
    deposit,
    shipping_taxes: quote.totals.shippingTaxes,
    placed_at: placedAt,
    agent_platform_id: platformId ?? null,
    cash_risk: risk?.score ?? null,
    cash_reasons: risk?.reasons ?? [],
    coupon_id: coupon?.id ?? null,
    coupon_code: coupon?.code ?? null,
    discount_reason: forCustomer?.discount?.reason ?? '',
    customer_note: input.note ?? '',
    gift_to: input.gift && basis.rows.some(isGiftLine) ? JSON.stringify(input.gift) : null,
    reserved_until: isPending ? paymentDeadline(payNow, rules, { isByLink, holding }) : null,
    confirmed_at: isPending ? null : placedAt,
    // An online order sends no email before it is paid, and holds its stock for minutes.
    placed_from:
      payNow.kind === 'online' || isByLink
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
  cash_fee: totals.cashFee,
  shipping_tax: totals.shippingTax,
  shipping_taxes: JSON.stringify(totals.shippingTaxes),
  tax: totals.tax,
  total: totals.total,
})

/** AppError 400 for an amount that the provider cannot take. */
function requireAccepted(
  { context: { shop }, basis: { online } }: OrderDraft,
  rest: number,
  method: PaymentMethod,
) {
  const provider = online.find(({ id }) => id === method.id)
  if (!provider) throw notOffered('paymentMethod', method.name)
  const message = provider.problem(rest, shop.currency)
  if (message !== null)
    throw new AppError(400, 'invalid_input', message, [{ path: 'paymentMethod', message }])
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
function methodOf(
  { context, input, basis, forCustomer }: OrderDraft,
  { total, rest, credit }: { total: number; rest: number; credit: readonly CreditPart[] },
): PaymentMethod {
  if (total === 0) return nothingToPay
  if (rest === 0) return creditMethods[credit[0]?.source.kind ?? 'gift_card']
  const offered = paymentMethods(basis.rules.payment, basis.online, context.shop.currency)
  const method = forCustomer?.method ?? offered.find(({ id }) => id === input.paymentMethod)
  if (!method || method === nothingToPay || isCredit(method.id))
    throw notOffered('paymentMethod', 'This payment method')
  return method
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
