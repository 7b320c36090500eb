import { links } from '#contract/links.ts'
import type { ManualOrder, ManualOrderInput } from '#contract/orders/manual-order.ts'
import { type Database, later, type Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import type { PersonalContext } from '#server/http/route.ts'
import { record, type WriteContext } from '#server/modules/audit/index.ts'
import { listItems, sortOptions, type LineRow } from '#server/modules/cart/index.ts'
import { enteredToMinor, MAX_PRICE, toMajor, unitPrice } from '#server/modules/pricing/index.ts'
import {
  couponProblem,
  customerKeys,
  findCoupon,
  listUsedCustomerKeys,
} from '#server/modules/promotions/index.ts'
import { findCheckoutRules, type CheckoutRules } from '#server/modules/settings/index.ts'
import { recordManualPayment } from '../staff/admin-order.writes.ts'
import { nothingToPay, paidDirectly, paymentMethods, type PaymentMethod } from '../payments/payment-method.ts'
import { place } from '../placing/place.writes.ts'
import type { Destination } from '../delivery/delivery.rules.ts'
import { couponBase, notOffered, quoteLines, type Quote, type StaffDiscount } from '../placing/quote.ts'

/**
 * Places an order of staff under `number`, in the transaction of the caller. It takes the same way as a shopper's order. AppErrors of
 * `quoteManualOrder` and `place`.
 */
export async function placeManualOrder(
  tx: Transaction,
  write: WriteContext,
  context: PersonalContext,
  { number, input }: { number: string; input: ManualOrderInput },
): Promise<ManualOrder> {
  const { shopId } = write
  const { contact, shipping, billing, shippingMethod, payment, coupon: code, note, expectedTotal } = input
  const [rows, rules, userId, coupon] = await Promise.all([
    listManualItems(tx, context, input.items),
    findCheckoutRules(tx, context.shop),
    findCustomer(tx, shopId, contact.email),
    code ? findCoupon(tx, shopId, code) : undefined,
  ])
  const method = requireMethod(payment, rules, context)
  const { orderId, placed } = await place(tx, {
    context,
    input: {
      contact,
      shipping,
      billing,
      shippingMethod,
      paymentMethod: method.id,
      coupon: code,
      note,
      expectedTotal,
    },
    basis: { rows, rules, coupon },
    shopperId: undefined,
    isCart: false,
    forCustomer: { userId, actor: write.actor, number, method, discount: discountOf(input, context) },
  })
  if (method === paidDirectly) await recordManualPayment(tx, write, orderId)
  const { serial, status, total, accessToken } = placed
  later(
    tx,
    record(tx, { ...write, action: 'create', subject: 'order', subjectId: orderId, after: { status } }),
  )
  const paymentUrl = context.origin + links.order(number, accessToken)
  return { number, serial, total, ...(status === 'pending' && { paymentUrl }) }
}

/** The part of an order of staff that its costs depend on. */
export interface PricedRequest {
  items: readonly (Pick<
    ManualOrderInput['items'][number],
    'variantid' | 'productid' | 'quantity' | 'price'
  > & {
    reason?: string | undefined
  })[]
  destination: Destination
  shippingMethod?: string | undefined
  taxId?: string | undefined
  coupon?: string | null | undefined
  discount?: TypedDiscount
  email?: string | undefined
}

/** What an order of staff would cost now, whether or not it is in stock. AppError 400 or 404 for what the shop does not offer. */
export async function quoteManualOrder(
  db: Database,
  context: PersonalContext,
  request: PricedRequest,
): Promise<{ quote: Quote<StaffLine>; rules: CheckoutRules; couponProblem: string | null }> {
  const { shop } = context
  const { shopId } = shop
  const { items, destination, shippingMethod, taxId, coupon: code, email } = request
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
  const discount = discountOf(request, context)?.rule
  const choices = { destination, shippingMethod, coupon, discount, taxId, shop, moment }
  const quote = quoteLines(rows, rules, choices)
  return { quote, rules, couponProblem: problem }
}

/**
 * Checks a whole request without placing it. Returns its total in major units, and its items with their variants. AppErrors of
 * `quoteManualOrder`, 409 `coupon_refused`, 400 for a payment that is not offered.
 */
export async function checkManualOrder(
  db: Database,
  context: PersonalContext,
  { items, shipping, billing, shippingMethod, payment, coupon, discount, contact }: DraftRequest,
): Promise<{ total: number; items: ManualOrderInput['items'] }> {
  const { taxId } = billing ?? shipping
  const {
    quote,
    rules,
    couponProblem: problem,
  } = await quoteManualOrder(db, context, {
    items,
    destination: shipping,
    shippingMethod,
    taxId,
    coupon,
    discount,
    email: contact.email,
  })
  requireMethod(payment, rules, context)
  if (problem !== null)
    throw new AppError(409, 'coupon_refused', problem, [{ path: 'coupon', message: problem }])
  return {
    total: toMajor(quote.totals.total, context.shop.currency),
    items: items.map((item, index) => ({ ...item, variantid: quote.lines[index]?.variantId })),
  }
}

/** What a draft keeps: placed later, it has the prices of that day. */
export type DraftRequest = Omit<ManualOrderInput, 'expectedTotal' | 'state'>

type TypedDiscount = ManualOrderInput['discount']

/** The discount of a request. AppError 400 together with a coupon. */
function discountOf(
  { discount, coupon }: { discount?: TypedDiscount; coupon?: string | null | undefined },
  { shop }: PersonalContext,
): StaffDiscount | undefined {
  if (!discount) return undefined
  const { percent, amount = 0, reason } = discount
  if (coupon) {
    const message = 'Use either a coupon or a discount'
    throw new AppError(400, 'invalid_input', message, [{ path: 'coupon', message }])
  }
  const rule =
    percent === undefined
      ? { kind: 'amount' as const, amount: enteredToMinor(amount, shop.currency, 'discount.amount') }
      : { kind: 'percent' as const, percent: Math.round(percent * 100) }
  return { rule, reason }
}

/** A line with the price of the catalog beside its own. */
export interface StaffLine extends LineRow {
  /** Minor units per unit, after the offer. */
  catalogPrice: number
}

/** The lines of the items, with the prices that staff gave them. AppError 400 for an item that is unknown or listed twice. */
async function listManualItems(
  db: Database,
  { shop: { shopId, currency } }: PersonalContext,
  items: PricedRequest['items'],
): Promise<StaffLine[]> {
  const variants = await findVariants(
    db,
    shopId,
    items.flatMap(({ variantid }) => variantid ?? []),
  )
  const wanted = items.map(({ variantid, productid, quantity }, index) => {
    const variant = variantid === undefined ? undefined : variants.get(variantid)
    if (variant && !variant.sold)
      throw invalidItem(index, 'variantid', `${variant.name} is no longer available`)
    const found = variantid === undefined ? productid : variant?.productId
    if (found !== undefined && (productid ?? found) === found)
      return { productid: found, variantid, quantity }
    throw invalidItem(index, 'variantid', `The shop has no variant ${variantid}`)
  })
  const rows = await listItems(db, shopId, wanted)
  if (rows.length !== items.length)
    throw invalidItem(0, 'variantid', 'An item is listed twice. Add up its quantities')
  // The rows are in the order of the items.
  return rows.map((row, index) => {
    const { price, reason } = items[index] ?? {}
    const catalogPrice = unitPrice(row)
    if (price === undefined || !reason) return { ...row, catalogPrice }
    const minor = enteredToMinor(price, currency, `items.${index}.price`)
    if (minor > MAX_PRICE) throw invalidItem(index, 'price', 'This price is too high')
    const own = { price: minor, offer: 0, salePrice: null, isPriceFinal: true, priceReason: reason }
    return { ...row, catalogPrice, ...own }
  })
}

interface Variant {
  productId: number
  name: string
  options: Record<string, string>
  sku: string
  /** The shop sells it, in stock or not. */
  sold: boolean
}

/** Variants by id, with what is known about their products. */
export async function findVariants(db: Database, shopId: number, variantIds: number[]) {
  if (variantIds.length === 0) return new Map<number, Variant>()
  const rows = await db
    .selectFrom('variant as v')
    .innerJoin('product as p', (on) =>
      on.onRef('p.config_id', '=', 'v.config_id').onRef('p.id', '=', 'v.product_id'),
    )
    .select(['v.id', 'v.product_id as productId', 'v.options', 'v.sku', 'v.retired_at'])
    .select(['p.name', 'p.options as optionNames', 'p.status', 'p.deleted_at'])
    .where('v.config_id', '=', shopId)
    .where('v.id', 'in', variantIds)
    .execute()
  return new Map(
    rows.map(({ id, productId, name, sku, options, optionNames, ...row }): [number, Variant] => {
      const sold = row.status === 'live' && row.retired_at === null && row.deleted_at === null
      const sorted = sortOptions(options as Record<string, string>, optionNames)
      return [id, { productId, name, options: sorted, sku: sku ?? '', sold }]
    }),
  )
}

function invalidItem(index: number, field: string, message: string): AppError {
  return new AppError(400, 'invalid_input', message, [{ path: `items.${index}.${field}`, message }])
}

/** The method of a payment choice. A link needs a way to pay before delivery. AppError 400. */
function requireMethod(
  payment: string,
  rules: CheckoutRules,
  { shop, services: { online } }: PersonalContext,
): PaymentMethod {
  if (payment === 'paid') return paidDirectly
  // `place` refuses it for an order that costs something.
  if (payment === nothingToPay.id) return nothingToPay
  const offered = paymentMethods(rules.payment, online, shop.currency)
  const method = offered.find(({ id, kind }) =>
    payment === 'link' ? kind !== 'on_delivery' : id === payment,
  )
  if (method) return method
  throw notOffered('payment', payment === 'link' ? 'Payment by link' : 'This payment method')
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
