import { links } from '#contract/links.ts'
import type { StaffOrder, StaffOrderInput } from '#contract/orders/staff-order.ts'
import type { Database, Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import type { PersonalContext } from '#server/http/route.ts'
import { record, type WriteContext } from '#server/modules/audit/index.ts'
import { listItems, type LineRow } from '#server/modules/cart/index.ts'
import { recordManualPayment } from '#server/modules/orders/index.ts'
import { paidDirectly, paymentMethods, type PaymentMethod } from '#server/modules/payment-ledger/index.ts'
import { enteredToMinor, MAX_PRICE, toMajor } from '#server/modules/pricing/index.ts'
import { findCheckoutRules, type CheckoutRules } from '#server/modules/settings/index.ts'
import { place } from './place.ts'
import { notOffered, quoteLines, type Quote } from './quote.ts'

/**
 * Places an order of staff under `number`, in the transaction of the caller. It takes the same way as a shopper's order. AppErrors of
 * `quoteStaffOrder` and `place`.
 */
export async function placeStaffOrder(
  tx: Transaction,
  write: WriteContext,
  context: PersonalContext,
  { number, input }: { number: string; input: StaffOrderInput },
): Promise<StaffOrder> {
  const { configId } = write
  const { contact, shipping, billing, shippingMethod, payment, note } = input
  const [rows, rules, userId] = await Promise.all([
    listStaffItems(tx, context, input.items),
    findCheckoutRules(tx, context.shop),
    findCustomer(tx, configId, contact.email),
  ])
  const method = requireMethod(payment, rules, context)
  const { orderId, placed } = await place(tx, {
    context,
    // The items are in the rows. They only tell `place` that no cart is ordered.
    input: { contact, shipping, billing, shippingMethod, paymentMethod: method.id, note, items: [] },
    basis: { rows, rules, coupon: undefined },
    shopperId: undefined,
    forCustomer: { userId, actor: write.actor, number, method },
  })
  if (method === paidDirectly) recordManualPayment(tx, write, orderId)
  const { serial, status, total, accessToken } = placed
  record(tx, { ...write, action: 'create', subject: 'order', subjectId: orderId, after: { status } })
  const paymentUrl = context.origin + links.order(number, accessToken)
  return { number, serial, total, ...(status === 'pending' && { paymentUrl }) }
}

/** What an order of staff would cost now, whether or not it is in stock. AppError 400 or 404 for what the shop does not offer. */
export async function quoteStaffOrder(
  db: Database,
  context: PersonalContext,
  { items, shipping, billing, shippingMethod, payment }: StaffOrderInput,
): Promise<Quote> {
  const { shop } = context
  const [rows, rules] = await Promise.all([listStaffItems(db, context, items), findCheckoutRules(db, shop)])
  requireMethod(payment, rules, context)
  const { taxId } = billing ?? shipping
  return quoteLines(rows, rules, { destination: shipping, shippingMethod, taxId, shop, moment: new Date() })
}

/** The total of a quote in major units. */
export const totalOf = ({ totals }: Quote, { shop: { currency } }: PersonalContext): number =>
  toMajor(totals.total, currency)

/** The lines of the items, with the prices that staff gave them. AppError 400 for an item that is unknown or listed twice. */
async function listStaffItems(
  db: Database,
  { shop: { configId, currency } }: PersonalContext,
  items: StaffOrderInput['items'],
): Promise<LineRow[]> {
  const products = await findProducts(
    db,
    configId,
    items.flatMap(({ variantid }) => variantid ?? []),
  )
  const wanted = items.map(({ variantid, productid, quantity }, index) => {
    const found = variantid === undefined ? productid : products.get(variantid)
    if (found !== undefined && (productid ?? found) === found)
      return { productid: found, variantid, quantity }
    throw invalidItem(index, 'variantid', `The shop has no variant ${variantid}`)
  })
  const rows = await listItems(db, configId, wanted)
  if (rows.length !== items.length)
    throw invalidItem(0, 'variantid', 'An item is listed twice. Add up its quantities')
  // The rows are in the order of the items.
  return rows.map((row, index) => {
    const { price, reason } = items[index] ?? {}
    if (price === undefined || !reason) return row
    const minor = enteredToMinor(price, currency)
    if (minor > MAX_PRICE) throw invalidItem(index, 'price', 'This price is too high')
    return { ...row, price: minor, offer: 0, priceReason: reason }
  })
}

/** The products of variants, by the ids of these. */
async function findProducts(db: Database, configId: number, variantIds: number[]) {
  if (variantIds.length === 0) return new Map<number, number>()
  const rows = await db
    .selectFrom('variant')
    .select(['id', 'product_id'])
    .where('config_id', '=', configId)
    .where('id', 'in', variantIds)
    .execute()
  return new Map(rows.map(({ id, product_id: productId }) => [id, productId]))
}

function invalidItem(index: number, field: string, message: string): AppError {
  return new AppError(400, 'invalid_input', message, [{ path: `items.${index}.${field}`, message }])
}

/** The method of a payment choice. A link needs a way to pay before delivery. AppError 400. */
function requireMethod(
  payment: string,
  rules: CheckoutRules,
  { shop, online }: PersonalContext,
): PaymentMethod {
  if (payment === 'paid') return paidDirectly
  const offered = paymentMethods(rules.payment, online, shop.currency)
  const method = offered.find(({ id, kind }) =>
    payment === 'link' ? kind !== 'on_delivery' : id === payment,
  )
  if (method) return method
  throw notOffered('payment', payment === 'link' ? 'Payment by link' : 'This payment method')
}

/** The account with a confirmed email address: the order appears in it. */
async function findCustomer(db: Database, configId: number, email: string): Promise<number | undefined> {
  const user = await db
    .selectFrom('app_user')
    .select('id')
    .where('config_id', '=', configId)
    .where(({ fn, eb }) => eb(fn<string>('lower', ['email']), '=', email.toLowerCase()))
    .where('email_verified_at', 'is not', null)
    .executeTakeFirst()
  return user?.id
}
