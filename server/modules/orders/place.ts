import type { z } from 'zod'
import type { placeOrder as placeOrderCall, PlacedOrder } from '#contract/order.ts'
import type { Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import { completeAnswer, onceOrBusy } from '#server/http/once.ts'
import type { PersonalContext } from '#server/http/route.ts'
import { lockShoppers } from '#server/http/shopper-writes.ts'
import { listItems, listLines, summaryOf, takeLines, type LineRow } from '#server/modules/cart/index.ts'
import { paymentMethods, type PaymentMethodRow } from '#server/modules/payments/index.ts'
import { toMajor, toMinor } from '#server/modules/pricing/index.ts'
import {
  couponProblem,
  customerKeys,
  findCoupon,
  takeCoupon,
  type Coupon,
} from '#server/modules/promotions/index.ts'
import { findCheckoutRules, type CheckoutRules } from '#server/modules/settings/index.ts'
import { reserve, sayWhatIsLeft, sell } from '#server/modules/stock/index.ts'
import { goodsFor } from './coupon-goods.ts'
import { mailCustomer } from './order-mail.ts'
import { accessTokenOf, makeOrderNumber } from './order-number.ts'
import { findOrder } from './order.queries.ts'
import { insertOrder, lineRows } from './order.writes.ts'
import { tryToOpen } from './pay.ts'
import { notOffered, quoteOf, type Quote } from './quote.ts'

type Input = z.output<typeof placeOrderCall.input>

/** While the page to pay on is not opened, nobody knows its address. */
type Placed = Omit<PlacedOrder, 'paymentUrl'> & Partial<Pick<PlacedOrder, 'paymentUrl'>>

/** So that nobody can put the whole stock aside by orders that will never be taken in. An office that orders goes through. */
const hoarding = { burst: 1000, seconds: 3.6 }

/**
 * Places an order: the order, its stock, its coupon, its payment and its mail are written together or not at all, once for
 * each Idempotency-Key of a caller. AppError 409 `cart_empty`, `out_of_stock`, `coupon_…` or `total_changed`, and 400
 * where a method is not offered. Then it opens the page to pay on, where one is needed; a provider that cannot be asked
 * leaves an order that is there, and can be paid later.
 */
export async function placeOrder(context: PersonalContext, input: Input): Promise<PlacedOrder> {
  const { db, shop, caller, shopper, idempotencyKey: key } = context
  if (key === undefined) throw new AppError(400, 'key_missing', 'An order needs the header Idempotency-Key.')
  await context.limits.take(`orders ${shop.configId} ${context.clientAddress}`, hoarding)
  const known = await shopper.find()
  const rules = await findCheckoutRules(db, shop)
  const owner = ownerOf(caller?.userId, known)
  const { configId } = shop
  const placed = await db.transaction().execute((tx) =>
    onceOrBusy<Placed>(tx, { configId, owner, key, body: input }, async () => {
      // Nobody else can order what is in the cart while this transaction lasts.
      const isThere = known !== undefined && (await lockShoppers(tx, configId, [known])) > 0
      return place(tx, { context, input, rules, shopperId: isThere ? known : undefined })
    }),
  )
  const { paymentUrl } = placed
  if (paymentUrl !== undefined) return { ...placed, paymentUrl }
  const url = await tryToOpen(db, context, await findOrder(db, configId, placed.number))
  return completeAnswer(db, { configId, owner, key }, placed, { paymentUrl: url })
}

/** Whose keys they are. Who is known by nothing has the keys in common with all who are: the body must be the same, too. */
export const ownerOf = (userId: number | undefined, shopperId: number | undefined) =>
  userId !== undefined ? `orders:user:${userId}` : `orders:shopper:${shopperId ?? 'nobody'}`

interface Order {
  context: PersonalContext
  input: Input
  rules: CheckoutRules
  shopperId: number | undefined
}

async function place(tx: Transaction, order: Order): Promise<Placed> {
  const { context, input, rules, shopperId } = order
  const { shop, caller, keyedHash, online } = context
  const { configId, currency } = shop
  const { email } = input.contact
  const method = paymentMethods(rules.payment, online).find(({ id }) => id === input.paymentMethod)
  if (!method) throw notOffered('paymentMethod', 'This way to pay')
  const rows = await linesToOrder(tx, order)
  requireAll(rows)
  const coupon = input.coupon ? await requireCoupon(tx, order, input.coupon, rows) : undefined
  const { shippingMethod, shipping: destination } = input
  const quote = quoteOf(rows, rules, { destination, shippingMethod, coupon })
  requireExpectedTotal(order, quote, coupon)

  const { total } = quote.totals
  // What costs nothing waits for nobody.
  const isOpen = method.kind !== 'door' && total > 0
  const isOnline = method.kind === 'online' && isOpen
  if (isOnline && !online.some(({ id, takes }) => id === method.id && takes(total, currency)))
    throw notOffered('paymentMethod', `${method.name} for this amount`)
  const number = makeOrderNumber()
  const actor = { id: caller?.userId ?? null, name: input.shipping.fullName }
  const newOrder = {
    number,
    status: isOpen ? ('pending' as const) : ('confirmed' as const),
    userId: caller?.userId,
    shopperId,
    email,
    phone: input.contact.phone,
    shippingAddress: input.shipping,
    billingAddress: input.billing ?? input.shipping,
    paymentMethod: method.id,
    origin: context.origin,
    currency,
    coupon,
    note: input.note ?? '',
    reservedUntil: isOpen ? deadline(method, rules) : null,
    quote,
    isOnline,
  }
  const written = await insertOrder(tx, configId, newOrder, actor)
  const { id: orderId } = written
  // Coupon before stock: whoever cancels takes the same way, so that nobody waits in a circle.
  if (coupon) await takeCoupon(tx, configId, coupon, orderId, customerKeys({ userId: caller?.userId, email }))
  if (!isOnline) {
    await mailCustomer(tx, context, {
      orderId,
      kind: isOpen ? 'received' : 'confirmed',
      written: { order: written, lines: lineRows(quote), isStaffTold: rules.told.length > 0 },
    })
  }
  const ids = input.items ? [] : rows.map(({ id }) => id)
  if (shopperId !== undefined && ids.length > 0) await takeLines(tx, configId, shopperId, ids)
  // Last, because whoever wants the same things waits from here to the end.
  const pieces = rows.map(({ variantId, quantity }) => ({ variantId, quantity }))
  const write = { configId, actor }
  if (isOpen) await reserve(tx, write, pieces, { reference: number })
  else await sell(tx, write, pieces, { reference: number, reserved: false })
  return {
    number,
    status: newOrder.status,
    total: toMajor(total, currency),
    currency,
    accessToken: accessTokenOf(keyedHash, configId, number),
    ...(!isOnline && { paymentUrl: null }),
  }
}

/** The items, or what is in the cart. */
async function linesToOrder(tx: Transaction, { context, input, shopperId }: Order): Promise<LineRow[]> {
  const { configId } = context.shop
  if (input.items) return listItems(tx, configId, input.items)
  const rows = shopperId === undefined ? [] : await listLines(tx, configId, shopperId)
  if (rows.length === 0) throw new AppError(409, 'cart_empty', 'There is nothing in your cart')
  return rows
}

/** Each line must be had in full: the stock is asked once more when it is taken. */
function requireAll(rows: readonly LineRow[]): void {
  const missing = rows
    .map((row) => ({ ...row, available: row.sold ? row.available : 0 }))
    .filter(({ quantity, available }) => quantity > available)
  const [first] = missing
  if (!first) return
  const issues = missing.map((row) => ({ path: `variant.${row.variantId}`, message: sayWhatIsLeft(row) }))
  throw new AppError(409, 'out_of_stock', sayWhatIsLeft(first), issues)
}

async function requireCoupon(
  tx: Transaction,
  { context: { shop } }: Order,
  code: string,
  rows: readonly LineRow[],
): Promise<Coupon> {
  const coupon = await findCoupon(tx, shop.configId, code)
  const goods = goodsFor(coupon, rows)
  const message = couponProblem(coupon, { ...shop, code, now: new Date(), goods })
  if (coupon && message === null) return coupon
  throw new AppError(409, 'coupon_refused', message ?? '', [{ path: 'coupon', message: message ?? '' }])
}

function requireExpectedTotal({ context: { shop }, input }: Order, quote: Quote, coupon: Coupon | undefined) {
  const { expectedTotal } = input
  if (expectedTotal === undefined || expectedTotal === null) return
  if (toMinor(expectedTotal, shop.currency) === quote.totals.total) return
  const summary = summaryOf(quote.lines, quote.rules, shop, coupon?.code)
  const message = 'The total has changed since you have seen it. Please look at it again.'
  throw new AppError(409, 'total_changed', message, undefined, undefined, { summary })
}

function deadline({ kind }: PaymentMethodRow, { checkout }: CheckoutRules): Date {
  const minutes = kind === 'online' ? checkout.reserve_minutes : checkout.transfer_days * 24 * 60
  return new Date(Date.now() + minutes * 60_000)
}
