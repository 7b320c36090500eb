import type { z } from 'zod'
import { deliveryDates } from '#contract/orders/delivery/delivery-dates.ts'
import type { placeOrder as placeOrderEndpoint, PlacedOrder } from '#contract/orders/order.ts'
import type { Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import type { PersonalContext } from '#server/http/route.ts'
import type { Actor } from '#server/modules/audit/index.ts'
import { removeOrderedLines, summarize, type LineRow } from '#server/modules/cart/index.ts'
import { accessTokenOf } from '../order/order-access.ts'
import { emailCustomer } from '../emails/order-email.ts'
import { cashProblem, nothingToPay, paymentMethods, type PaymentMethod } from '../payments/payment-method.ts'
import { toMajor, toMinor } from '#server/modules/pricing/index.ts'
import { couponProblem, customerKeys, redeemCoupon, type Coupon } from '#server/modules/promotions/index.ts'
import { listNoticeRecipients, type CheckoutRules } from '#server/modules/settings/index.ts'
import { remainingStockMessage, reserve, sell } from '#server/modules/stock/index.ts'
import { taxIdProblem } from '#server/modules/tax/index.ts'
import { settledAddress } from '#server/platform/postal-codes/settled-address.ts'
import { insertOrder, lineRows, makeOrderNumber } from './insert-order.writes.ts'
import { paymentDeadline } from './payment-deadline.ts'
import { networkHash } from './unconfirmed/holding.queries.ts'
import { requireModestHolding, type Holding } from './unconfirmed/holding.rules.ts'
import { couponBase, notOffered, quoteLines, type Quote, type StaffDiscount } from './quote.ts'

type Input = z.output<typeof placeOrderEndpoint.input>

/** `paymentUrl` is absent until the payment page is open. */
export type Placed = Omit<PlacedOrder, 'paymentUrl'> & Partial<Pick<PlacedOrder, 'paymentUrl'>>

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

interface OrderDraft {
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
    | 'items'
    | 'expectedTotal'
  >
  basis: Basis
  shopperId: number | undefined
  /** Absent: the caller orders. */
  forCustomer?: ForCustomer
}

/** Places an order in the caller's transaction, of a shopper and of staff alike. AppErrors of `placeOrder`. */
export async function place(
  tx: Transaction,
  draft: OrderDraft,
): Promise<{ orderId: number; placed: Placed }> {
  const { context, input, basis, shopperId, forCustomer } = draft
  const { rows, rules } = basis
  const { shop, caller, keyedHash, online } = context
  const { shopId, currency } = shop
  const { email } = input.contact
  if (!input.items && (rows.length === 0 || shopperId === undefined))
    throw new AppError(409, 'cart_empty', 'Your cart is empty')
  requireInStock(rows)
  const coupon = input.coupon ? requireCoupon(draft, input.coupon) : undefined
  const { shippingMethod } = input
  const destination = settledAddress(input.shipping, 'shipping')
  const billing = input.billing ? settledAddress(input.billing, 'billing') : destination
  requireTaxId(billing)
  const placedAt = new Date()
  const { rule: discount, reason = '' } = forCustomer?.discount ?? {}
  const { taxId } = billing
  const choices = { destination, shippingMethod, coupon, discount, taxId, shop, moment: placedAt }
  const quote = quoteLines(rows, rules, choices)
  requireExpectedTotal(draft, quote, coupon)
  const method = methodOf(draft, quote)
  if (method.id === 'cod') requireCash(draft, quote)
  if (basis.holding && method.kind !== 'online') requireModestHolding(basis.holding, rows)

  const { total } = quote.totals
  const isPending = method.kind !== 'on_delivery'
  const isOnline = method.kind === 'online'
  if (isOnline && !online.some(({ id, accepts }) => id === method.id && accepts(total, currency)))
    throw notOffered('paymentMethod', `${method.name} for this amount`)
  const number = forCustomer?.number ?? makeOrderNumber()
  const userId = forCustomer ? forCustomer.userId : caller?.userId
  const actor = forCustomer?.actor ?? { id: caller?.userId ?? null, name: input.shipping.fullName }
  const newOrder = {
    number,
    status: isPending ? ('pending' as const) : ('confirmed' as const),
    userId,
    shopperId,
    email,
    phone: input.contact.phone,
    shippingAddress: destination,
    billingAddress: billing,
    paymentMethod: method.id,
    origin: context.origin,
    currency,
    coupon,
    discountReason: reason,
    note: input.note ?? '',
    reservedUntil: isPending
      ? paymentDeadline(method, rules, { isByLink: forCustomer !== undefined, holding: basis.holding })
      : null,
    quote,
    delivery: deliveryDates({ ...rules.shipping, timeZone: shop.timeZone }, quote.option.days, placedAt),
    placedAt,
    isOnline,
    // An online order sends no email before it is paid, and holds its stock for minutes.
    placedFrom: isOnline || forCustomer ? null : networkHash(keyedHash, shopId, context.clientAddress),
  }
  const [order, subscribers] = await Promise.all([
    insertOrder(tx, shopId, newOrder, actor),
    rules.notifiedStaff.length > 0 ? listNoticeRecipients(tx, shopId, 'order_placed') : [],
  ])
  const takeStock = () => {
    const items = rows.flatMap(({ takesStock, variantId, quantity }) =>
      takesStock ? { variantId, quantity } : [],
    )
    const write = { shopId, actor }
    if (isPending) return reserve(tx, write, items, { reference: number })
    return sell(tx, write, items, { reference: number, reserved: false })
  }
  const ids = input.items ? [] : rows.map(({ id }) => id)
  const known = {
    order,
    lines: lineRows(quote),
    subscribers,
    payTo: rules.payment,
    hasInvoice: false,
  }
  const kind = isPending ? 'received' : 'confirmed'
  const keys = customerKeys({ userId, email })
  // Sent together, in this order. Coupon before stock, as in cancelling, so that the two never deadlock. Stock last,
  // because orders of the same items wait for its lock until the commit.
  await Promise.all([
    coupon && redeemCoupon(tx, shopId, coupon, order.id, keys),
    // A shopper pays online at once; a customer of staff gets the link to the order page, where one pays.
    (!isOnline || forCustomer) &&
      emailCustomer(tx, context, { orderId: order.id, kind, known, isHeld: basis.holdsEmail }),
    shopperId !== undefined && ids.length > 0 && removeOrderedLines(tx, shopId, shopperId, ids),
    takeStock(),
  ])
  const placed = {
    number,
    serial: order.serial,
    status: newOrder.status,
    total: toMajor(total, currency),
    currency,
    accessToken: accessTokenOf(keyedHash, shopId, number),
    ...(!isOnline && { paymentUrl: null }),
  }
  return { orderId: order.id, placed }
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
  const offered = paymentMethods(basis.rules.payment, context.online, context.shop.currency)
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
