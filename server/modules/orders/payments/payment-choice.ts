import type { OrderStatus } from '#contract/orders/order.ts'
import type { Database, Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import type { PersonalContext } from '#server/http/route.ts'
import { formatMoney, toMinor } from '#server/modules/pricing/index.ts'
import { findCheckoutRules, type CheckoutRules } from '#server/modules/settings/index.ts'
import type { ConnectedProvider } from '#server/platform/payments/online-payments.ts'
import { sellsGiftCards } from '../credit/sell-gift-cards.writes.ts'
import { addEvent } from '../order/order-event.writes.ts'
import { updateOrder } from '../order/order.writes.ts'
import { confirmOrder } from '../order/order-state.writes.ts'
import { emailCustomer } from '../emails/order-email.ts'
import { lockOrder, type OrderRow } from '../order/order.queries.ts'
import { amountDue, awaitsDeposit } from '../order/order.rules.ts'
import { deliveryOptions } from '../delivery/delivery.rules.ts'
import { isPickUp, pickUpOption } from '../delivery/pick-up.rules.ts'
import { LINK_MINUTES, paymentDeadline } from '../placing/payment-deadline.ts'
import { isEmailHeld } from '../placing/unconfirmed/held-email.ts'
import { findHolding } from '../placing/unconfirmed/holding.queries.ts'
import { networkHash, requireModestHolding, type Holding } from '../placing/unconfirmed/holding.rules.ts'
import { cashChoice, cashProblem } from '../cash/cash.rules.ts'
import { depositFor } from '../cash/deposit.rules.ts'
import { findCashHistory } from '../cash/cash-history.queries.ts'
import { cashRisk, needsConfirmation } from '../cash/cash-risk.rules.ts'
import { changeCashFee } from '../cash/change-fee.writes.ts'
import { notOffered } from '../placing/quote.ts'
import { providersOf } from './payment-deps.ts'
import { paymentMethods, paymentName, takesAmount, type PaymentMethod } from './payment-method.ts'
import { findLatestPayment } from './payment.queries.ts'
import { replacePayment } from './payment.writes.ts'

/** Every way to pay a pending order now: its own method first. Empty if nothing is to be paid, or its payment page is open. */
export async function listPaymentChoices(
  db: Database,
  context: PersonalContext,
  order: OrderRow,
): Promise<(PaymentMethod & { fee: number })[]> {
  if (order.status !== 'pending' || (await isPageOpen(db, order))) return []
  const [rules, { offered: online }] = await Promise.all([
    findCheckoutRules(db, context.shop),
    providersOf(context),
  ])
  const offered = offeredFor(order, rules, { shop: context.shop, online, ...(await giftsOf(db, order)) })
  const own = offered.filter(({ id }) => id === order.payment_method)
  return [...own, ...offered.filter((method) => !own.includes(method))].map((method) =>
    cashChoice(method, feeOf(method, order, rules), offered, context.shop),
  )
}

/** What a method costs beside the amount of the order. */
const feeOf = ({ id }: PaymentMethod, order: OrderRow, { payment }: CheckoutRules): number => {
  if (id !== 'cod' || isPickUp(order)) return 0
  // The shopper has agreed to the fee of an order that is paid so.
  return order.payment_method === 'cod' ? order.cash_fee : payment.cod_fee
}

/**
 * Changes how a pending order is paid. Cash on delivery confirms it, unless its customer has to. AppError 400 for a method that is not offered for it, 409
 * `wrong_status` or `payment_open`.
 */
export async function choosePayment(
  context: PersonalContext,
  { id: orderId, email }: Pick<OrderRow, 'id' | 'email'>,
  { methodId, expectedFee = 0 }: { methodId: string; expectedFee?: number | undefined },
): Promise<OrderStatus> {
  const { db, shop } = context
  const { shopId } = shop
  // Read and counted before the transaction, which must not wait for a second connection.
  const { offered: online } = await providersOf(context)
  const isHeld = !online.some(({ id }) => id === methodId) && (await isEmailHeld(context, email))
  return db.transaction().execute(async (tx) => {
    const order = await lockOrder(tx, shopId, orderId)
    if (order.status !== 'pending')
      throw new AppError(409, 'wrong_status', 'This order is not awaiting payment any more')
    if (order.payment_method === methodId) return order.status
    if (await isPageOpen(tx, order)) {
      const message = 'Its payment page is open already. Pay there, or cancel this order and order again'
      throw new AppError(409, 'payment_open', message)
    }
    const rules = await findCheckoutRules(tx, shop)
    const method = offeredFor(order, rules, { shop, online, ...(await giftsOf(tx, order)) }).find(
      ({ id }) => id === methodId,
    )
    if (!method) throw notOffered('paymentMethod', 'This payment method')
    const fee = feeOf(method, order, rules)
    requireAgreed(fee, expectedFee, shop)
    const person = { userId: order.user_id, email: order.email, phone: order.phone, except: orderId }
    const risk =
      method.id === 'cod' && rules.payment.cod_confirm !== 'off'
        ? cashRisk(await findCashHistory(tx, shopId, person), order.total + fee)
        : undefined
    const isConfirmed = method.kind === 'on_delivery' && !(risk && needsConfirmation(rules.payment, risk))
    const holding = method.kind === 'online' ? undefined : await findModestHolding(tx, context, order)
    // A deposit that is not paid yet is no longer due: all of the order is.
    const undeposited = awaitsDeposit(order) ? amountDue(order) - order.deposit : 0
    const more = (await changeCashFee(tx, context, order, { methodId: method.id, fee })) + undeposited
    await replacePayment(tx, shopId, orderId, {
      provider: method.id,
      online: method.kind === 'online',
      more,
    })
    await updateOrder(tx, shopId, orderId, {
      payment_method: method.id,
      deposit: 0,
      ...(risk && { cash_risk: risk.score, cash_reasons: risk.reasons }),
      reserved_until: paymentDeadline(method, rules, { isByLink: true, holding }),
      ...(order.placed_from === null &&
        holding?.isConfirmed === false && { placed_from: networkOf(context) }),
    })
    const actor = { id: context.caller?.userId ?? null, name: order.shipping_address.fullName }
    const note = `${paymentName(order.payment_method, online)} → ${method.name}`
    await addEvent(tx, shopId, orderId, actor, { kind: 'payment_method', note, isPublic: true })
    if (isConfirmed) {
      await confirmOrder(tx, { shopId, actor }, { ...order, payment_method: method.id })
      await emailCustomer(tx, context, { orderId, kind: 'confirmed', isHeld })
    } else if (method.kind === 'on_delivery') {
      await emailCustomer(tx, context, { orderId, kind: 'to_confirm', isHeld })
    } else if (method.kind === 'transfer')
      // One email per method, however often it is chosen.
      await emailCustomer(tx, context, { orderId, kind: 'received', instance: method.id, isHeld })
    return isConfirmed ? 'confirmed' : order.status
  })
}

/** AppError 409 `total_changed` if a method costs more than the shopper saw. */
function requireAgreed(fee: number, expectedFee: number, { currency, locale }: PersonalContext['shop']) {
  if (fee <= toMinor(expectedFee, currency)) return
  const message = `Cash on delivery costs ${formatMoney(fee, currency, locale)} more. Choose it again if you agree.`
  throw new AppError(409, 'total_changed', message)
}

const networkOf = ({ services, shop, clientAddress }: PersonalContext) =>
  networkHash(services.keyedHash, shop.shopId, clientAddress)

/**
 * What the caller holds without having paid, for an order that no longer is paid online. AppErrors of `requireModestHolding`.
 * Undefined without limits.
 */
async function findModestHolding(
  tx: Transaction,
  context: PersonalContext,
  { config_id: shopId, id, email, placed_from: placedFrom }: OrderRow,
): Promise<Holding | undefined> {
  if (!context.services.limits.on) return undefined
  const holding = await findHolding(tx, shopId, { network: networkOf(context), email })
  // An order that is counted already holds no more than before.
  if (placedFrom !== null) return holding
  const lines = await tx
    .selectFrom('order_line as l')
    .innerJoin('stock_level as s', (on) =>
      on.onRef('s.config_id', '=', 'l.config_id').onRef('s.variant_id', '=', 'l.variant_id'),
    )
    .select(['s.variant_id as variantId', 'l.quantity', 'l.name', 'l.takes_stock as takesStock'])
    .select(({ eb }) => eb('s.available', '+', eb.ref('l.quantity')).as('available'))
    .where('l.config_id', '=', shopId)
    .where('l.order_id', '=', id)
    .execute()
  requireModestHolding(holding, lines)
  return holding
}

/** A provider’s page asks for the whole amount, so no other payment may be offered beside it. */
async function isPageOpen(db: Database | Transaction, { config_id: shopId, id }: OrderRow): Promise<boolean> {
  const payment = await findLatestPayment(db, shopId, id)
  return payment !== undefined && payment.reference !== null
}

/** Gift cards are paid in advance. */
const giftsOf = async (db: Database | Transaction, { config_id: shopId, id }: OrderRow) => ({
  sellsGifts: await sellsGiftCards(db, shopId, id),
})

function offeredFor(
  order: OrderRow,
  rules: CheckoutRules,
  {
    online,
    shop,
    sellsGifts,
  }: Pick<PersonalContext, 'shop'> & { online: readonly ConnectedProvider[]; sellsGifts: boolean },
): PaymentMethod[] {
  const { currency } = order
  // Gift cards may have paid a part.
  const total = amountDue(order) - order.cash_fee
  const minutesOld = (Date.now() - order.placed_at.getTime()) / 60_000
  const isCashPossible = () => {
    // A deposit is agreed and paid at the checkout.
    if (depositFor(rules.payment, { withoutFee: total, withFee: total + rules.payment.cod_fee }) > 0)
      return false
    const [{ cash: possible }] = isPickUp(order)
      ? [pickUpOption]
      : deliveryOptions(rules, order.shipping_address, 0)
    const { pincode } = order.shipping_address
    const postalCode = isPickUp(order) ? undefined : pincode
    return cashProblem(rules.payment, { possible, total, postalCode }, shop) === null
  }
  return paymentMethods(rules.payment, online, currency).filter(({ id, kind }) => {
    if (kind === 'transfer') return true
    if (kind === 'on_delivery') return !sellsGifts && isCashPossible()
    // A provider opens its page only on the day of the order.
    return minutesOld < LINK_MINUTES && takesAmount(online, id, total, currency)
  })
}
