import { PICK_UP } from '#contract/orders/order.ts'
import { links } from '#contract/links.ts'
import type { ManualOrder, ManualOrderInput } from '#contract/orders/manual-order.ts'
import { type Database, later, type Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import type { PersonalContext } from '#server/http/route.ts'
import { record, type Actor, type WriteContext } from '#server/modules/audit/index.ts'
import { toMajor } from '#server/modules/pricing/index.ts'
import {
  couponProblem,
  customerKeys,
  findCoupon,
  listUsedCustomerKeys,
} from '#server/modules/promotions/index.ts'
import type { StockLine } from '#server/modules/stock/index.ts'
import { findCheckoutRules, type CheckoutRules } from '#server/modules/settings/index.ts'
import type { ConnectedProvider } from '#server/platform/payments/online-payments.ts'
import { providersOf } from '../payments/payment-deps.ts'
import { recordManualPayment } from '../staff/admin-order.writes.ts'
import {
  directPayments,
  nothingToPay,
  paymentMethods,
  type PaymentMethod,
} from '../payments/payment-method.ts'
import { lockOrder } from '../order/order.queries.ts'
import { pickUpAddress, pickUpPlace } from '../delivery/pick-up.rules.ts'
import { findSender } from '../invoices/invoice.writes.ts'
import { handOver } from '../staff/pick-up.writes.ts'
import type { OrderDraft } from '../placing/place.rules.ts'
import { place } from '../placing/place.writes.ts'
import type { Destination } from '../delivery/delivery.rules.ts'
import { listManualItems, withHeld, type ManualItem, type StaffLine } from './manual-items.ts'
import { cashTerms, type CashTerms } from '../cash/cash-terms.ts'
import {
  couponBase,
  notOffered,
  quoteLines,
  staffDiscountOf,
  withCashFee,
  type Quote,
} from '../placing/quote.ts'

/**
 * Places an order of staff under `number`, in the transaction of the caller. It takes the same way as a shopper's order. AppErrors of
 * `quoteManualOrder` and `place`.
 */
export async function placeManualOrder(
  tx: Transaction,
  write: WriteContext,
  context: PersonalContext,
  asked: Asked,
): Promise<ManualOrder> {
  const { shopId } = write
  const { number, input } = asked
  const { payment, handedOver } = input
  const draft = await prepareOrder(tx, context, asked, write.actor)
  const { orderId, placed } = await place(tx, draft)
  const isPaid = payment in directPayments || payment === nothingToPay.id
  if (isPaid) await recordManualPayment(tx, write, orderId)
  if (handedOver) {
    requireCounterSale(input, isPaid)
    await handOver(tx, write, await lockOrder(tx, shopId, orderId))
  }
  const { serial, total, accessToken } = placed
  const status = handedOver ? 'delivered' : placed.status
  later(
    tx,
    record(tx, { ...write, action: 'create', subject: 'order', subjectId: orderId, after: { status } }),
  )
  const paymentUrl = context.origin + links.order(number, accessToken)
  return { number, serial, total, ...(status === 'pending' && { paymentUrl }) }
}

/** An order of staff under its number, with what its draft holds. */
interface Asked {
  number: string
  input: ManualOrderInput
  held?: readonly StockLine[]
}

/** Reads everything that an order of staff depends on. */
export async function prepareOrder(
  db: Database,
  context: PersonalContext,
  { number, input, held = [] }: Asked,
  actor: Actor,
): Promise<OrderDraft> {
  const { shopId } = context.shop
  const { contact, shippingMethod, payment, coupon: code, note, expectedTotal, handedOver } = input
  const [rows, rules, userId, coupon, { offered: online }] = await Promise.all([
    listManualItems(db, context, input.items),
    findCheckoutRules(db, context.shop),
    findCustomer(db, shopId, contact.email),
    code ? findCoupon(db, shopId, code) : undefined,
    providersOf({ ...context, db }),
  ])
  const method = requireMethod(payment, rules, { shop: context.shop, online })
  const addresses = await addressesOf(db, shopId, rules, input)
  return {
    context,
    input: {
      contact,
      ...addresses,
      shippingMethod,
      paymentMethod: method.id,
      coupon: code,
      note,
      expectedTotal,
    },
    basis: { rows: withHeld(rows, held), rules, coupon, online },
    shopperId: undefined,
    isCart: false,
    forCustomer: {
      userId,
      actor,
      number,
      method,
      discount: staffDiscountOf(input, context),
      held,
      handedOver,
    },
  }
}

/** The part of an order of staff that its costs depend on. */
export interface PricedRequest {
  items: readonly ManualItem[]
  destination: Destination
  shippingMethod?: string | undefined
  taxId?: string | undefined
  coupon?: string | null | undefined
  discount?: ManualOrderInput['discount']
  email?: string | undefined
  /** Units that the draft has reserved already. */
  held?: readonly StockLine[]
}

/** What an order of staff would cost now without the fee of `cash`, whether or not it is in stock. AppError 400 or 404 for what the shop does not offer. */
export async function quoteManualOrder(
  db: Database,
  context: PersonalContext,
  request: PricedRequest,
): Promise<{ quote: Quote<StaffLine>; rules: CheckoutRules; cash: CashTerms; couponProblem: string | null }> {
  const { shop } = context
  const { shopId } = shop
  const { items, destination, shippingMethod, taxId, coupon: code, email, held = [] } = request
  const [rows, rules, found] = await Promise.all([
    listManualItems(db, context, items),
    findCheckoutRules(db, shop),
    code ? findCoupon(db, shopId, code) : undefined,
  ])
  const moment = new Date()
  const keys = found && email ? customerKeys({ userId: await findCustomer(db, shopId, email), email }) : []
  const usedKeys = found && keys.length > 0 ? await listUsedCustomerKeys(db, shopId, found.id, keys) : []
  const base = couponBase(found, rows)
  const problem = code ? couponProblem(found, { ...shop, code, now: moment, base, usedKeys }) : null
  const coupon = problem === null ? found : undefined
  const discount = staffDiscountOf(request, context)?.rule
  const isPickUp = shippingMethod === PICK_UP
  const taxedAt = isPickUp ? pickUpPlace(rules.taxation) : destination
  const choices = {
    destination: taxedAt,
    shippingMethod,
    mayPickUp: true,
    coupon,
    discount,
    taxId,
    shop,
    moment,
  }
  const quote = quoteLines(withHeld(rows, held), rules, choices)
  const terms = { rest: quote.totals.total, postalCode: destination.pincode }
  const cash = cashTerms({ rules, shop }, quote, terms)
  return { quote, rules, cash, couponProblem: problem }
}

/**
 * Checks a whole request without placing it. Returns its total in major units, its items with their variants, and the units whose stock is counted. AppErrors of
 * `quoteManualOrder`, 409 `coupon_refused`, 400 for a payment that is not offered.
 */
export async function checkManualOrder(
  db: Database,
  context: PersonalContext,
  { items, shipping, billing, shippingMethod, payment, coupon, discount, contact }: DraftRequest,
): Promise<{ total: number; items: ManualOrderInput['items']; counted: StockLine[] }> {
  const { taxId } = billing ?? shipping ?? {}
  const {
    quote: withoutFee,
    rules,
    cash,
    couponProblem: problem,
  } = await quoteManualOrder(db, context, {
    items,
    destination: shipping ?? {},
    shippingMethod,
    taxId,
    coupon,
    discount,
    email: contact.email,
  })
  const quote = withCashFee(withoutFee, payment === 'cod' ? cash.fee : 0)
  const { offered: online } = await providersOf({ ...context, db })
  requireMethod(payment, rules, { shop: context.shop, online })
  if (problem !== null)
    throw new AppError(409, 'coupon_refused', problem, [{ path: 'coupon', message: problem }])
  return {
    total: toMajor(quote.totals.total, context.shop.currency),
    items: items.map((item, index) => ({ ...item, variantid: quote.lines[index]?.variantId })),
    counted: quote.lines.flatMap(({ takesStock, variantId, quantity }) =>
      takesStock ? { variantId, quantity } : [],
    ),
  }
}

/** What a draft keeps: placed later, it has the prices of that day. */
export type DraftRequest = Omit<ManualOrderInput, 'expectedTotal' | 'state' | 'holdUntil' | 'handedOver'>

/** The method of a payment choice. A link needs a way to pay before delivery. AppError 400. */
function requireMethod(
  payment: string,
  rules: CheckoutRules,
  { shop, online }: Pick<PersonalContext, 'shop'> & { online: readonly ConnectedProvider[] },
): PaymentMethod {
  const direct = directPayments[payment]
  if (direct) return direct
  // `place` refuses it for an order that costs something.
  if (payment === nothingToPay.id) return nothingToPay
  const offered = paymentMethods(rules.payment, online, shop.currency)
  const method = offered.find(({ id, kind }) =>
    payment === 'link' ? kind !== 'on_delivery' : id === payment,
  )
  if (method) return method
  throw notOffered('payment', payment === 'link' ? 'Payment by link' : 'This payment method')
}

/** The addresses of an order: those of the customer, or the shop where it is picked up. */
async function addressesOf(
  db: Database,
  shopId: number,
  { taxation }: CheckoutRules,
  { contact, shipping, billing, shippingMethod }: ManualOrderInput,
): Promise<Pick<OrderDraft['input'], 'shipping' | 'billing'>> {
  if (shippingMethod !== PICK_UP && shipping) return { shipping, billing }
  const shop = await findSender(db, shopId)
  const address = pickUpAddress(taxation, shop, contact.name || shipping?.fullName || billing?.fullName || '')
  // The address of a customer who picks up is that of the invoice.
  return {
    shipping: { ...address, company: billing?.company ?? '', taxId: '', keepstate: true },
    billing: billing ?? shipping,
  }
}

/** AppError 400 unless the items are handed over at the shop and paid. */
function requireCounterSale({ shippingMethod }: ManualOrderInput, isPaid: boolean): void {
  const refuse = (path: string, message: string) =>
    new AppError(400, 'invalid_input', message, [{ path, message }])
  if (shippingMethod !== PICK_UP) throw refuse('shippingMethod', 'Choose pick-up to hand the items over')
  if (!isPaid) throw refuse('payment', 'Choose how the customer has paid')
}

/** The account with a confirmed email address: the order appears in it. */
async function findCustomer(db: Database, shopId: number, email: string): Promise<number | undefined> {
  const user = await db
    .selectFrom('app_user')
    .select('id')
    .where('config_id', '=', shopId)
    .where(({ fn, eb }) => eb(fn<string>('lower', ['email']), '=', email.toLowerCase()))
    .where('email_verified_at', 'is not', null)
    .executeTakeFirst()
  return user?.id
}
