import type { z } from 'zod'
import { isOnlineProvider } from '#contract/payment-accounts/providers.ts'
import { placeOrder as placeOrderEndpoint, type PlacedOrder } from '#contract/orders/order.ts'
import type { Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import { personalRoute, type PersonalContext } from '#server/http/route.ts'
import { listItems, listLines } from '#server/modules/cart/index.ts'
import { amendStoredAnswer, claimOrRefuse, runIdempotent } from '#server/modules/idempotency/index.ts'
import { lockForOrder } from '#server/modules/identity/index.ts'
import { findSources } from '#server/modules/credit/index.ts'
import { walletProvider } from '#server/modules/payment-accounts/index.ts'
import { findCoupon } from '#server/modules/promotions/index.ts'
import { countOrderAfterSearch } from '#server/modules/search/index.ts'
import { findCheckoutRules } from '#server/modules/settings/index.ts'
import { findCashHistory } from '../cash/cash-history.queries.ts'
import { findOrder } from '../order/order.queries.ts'
import { orderKeyOwner } from '../order/order-merge.writes.ts'
import { providersOf } from '../payments/payment-deps.ts'
import { limitPaymentPages } from '../payments/payment-limits.ts'
import { tryToOpenPaymentPage } from '../payments/payment-page.ts'
import { isEmailHeld } from './unconfirmed/held-email.ts'
import { findHolding } from './unconfirmed/holding.queries.ts'
import { networkHash } from './unconfirmed/holding.rules.ts'
import { claimSession, endSession } from './agent-session.writes.ts'
import type { Basis } from './place.rules.ts'
import { creditWish } from '../credit/credit-wish.ts'
import { place, type Placed } from './place.writes.ts'
import { notOffered } from './quote.ts'

type Input = z.output<typeof placeOrderEndpoint.input>

export const placeOrderRoute = personalRoute(placeOrderEndpoint, async (input, context) => {
  if (isOnlineProvider(input.paymentMethod) || (input.expectedDeposit ?? 0) > 0)
    await limitPaymentPages(context)
  return { data: await placeOrder(context, input), message: 'Thank you for your order' }
})

/** Keeps one network from reserving the whole stock with orders that it never pays. An office that orders stays below. */
export const ORDERS_PER_NETWORK = { burst: 1000, seconds: 3.6 }

/**
 * Places an order with its stock, coupon, payment and email in one transaction, once per Idempotency-Key, then opens the
 * payment page. If the provider is unreachable, the order can be paid later. AppError 409 `cart_empty`, `out_of_stock`,
 * `coupon_…`, `total_changed` or `deposit_changed`, 400 for a method that is not offered.
 */
export async function placeOrder(context: PersonalContext, input: Input): Promise<PlacedOrder> {
  const { db, shop, caller, shopper, idempotent } = context
  if (!idempotent) throw new AppError(400, 'key_missing', 'An order requires the header Idempotency-Key')
  const { key } = idempotent
  const [ordering, holdsEmail, { offered: online }] = await Promise.all([
    shopper.forOrder(key, context.clientAddress),
    isEmailHeld(context, input.contact.email),
    providersOf(context),
    context.services.limits.take(`orders ${shop.shopId} ${context.clientAddress}`, ORDERS_PER_NETWORK),
  ])
  if (input.byWallet && walletProvider(online, shop.currency)?.id !== input.paymentMethod)
    throw notOffered('paymentMethod', 'This wallet')
  const { shopperId: knownShopperId } = ordering
  const owner = orderKeyOwner({ ...ordering, userId: caller?.userId, apiKeyId: context.apiKeyId })
  const { shopId } = shop
  let orderedIds: number[] | undefined
  let isRotated = false
  const placed = await db.transaction().execute((tx) => {
    // The lock keeps a second order of this shopper from using the same cart.
    const claim = claimOrRefuse<Placed, Omit<Basis, 'online'>>(lockForOrder(shopId, ordering), () =>
      findBasis(tx, context, input, knownShopperId),
    )
    return runIdempotent(tx, { shopId, owner, key, body: input }, claim, async (claimed) => {
      isRotated = claimed.isRotated
      const basis = { ...(await claimed.reading), online, holdsEmail }
      orderedIds = basis.rows.map(({ productId }) => productId)
      const shopperId = claimed.isLocked ? knownShopperId : undefined
      const isCart = input.items === undefined
      if (isCart && (basis.rows.length === 0 || shopperId === undefined))
        throw new AppError(409, 'cart_empty', 'Your cart is empty')
      const session = input.session ? await claimSession(tx, shopId, input.session) : undefined
      const platformId = session?.platformId
      const { orderId, placed: made } = await place(tx, {
        context,
        input,
        basis,
        shopperId,
        isCart,
        platformId,
      })
      if (session) await endSession(tx, shopId, session, orderId)
      return made
    })
  })
  if (orderedIds) await countOrderAfterSearch(context, orderedIds)
  // A caller without a cookie may be a stranger who repeats the call of another: only the email has the link.
  if (!orderedIds && !ordering.isRecognized && context.apiKeyId === undefined)
    return { ...placed, accessToken: '', paymentUrl: null }
  ordering.bind(isRotated)
  const { paymentUrl } = placed
  if (paymentUrl !== undefined) return { ...placed, paymentUrl }
  if (input.byWallet) return { ...placed, paymentUrl: null }
  const url = await tryToOpenPaymentPage(db, context.services, await findOrder(db, shopId, placed.number))
  return amendStoredAnswer(db, { shopId, owner, key }, placed, { paymentUrl: url })
}

async function findBasis(
  tx: Transaction,
  context: PersonalContext,
  input: Input,
  shopperId: number | undefined,
): Promise<Omit<Basis, 'online'>> {
  const { shop, services, clientAddress, caller } = context
  const { limits, keyedHash } = services
  const { items, coupon: code, contact, paymentMethod } = input
  const { email, phone } = contact
  const { shopId } = shop
  const listCart = () => (shopperId === undefined ? [] : listLines(tx, shopId, shopperId))
  const wish = creditWish(context, input)
  const [rows, rules, coupon, holding, sources] = await Promise.all([
    items ? listItems(tx, shopId, items) : listCart(),
    findCheckoutRules(tx, shop),
    code ? findCoupon(tx, shopId, code) : undefined,
    limits.on
      ? findHolding(tx, shopId, { network: networkHash(keyedHash, shopId, clientAddress), email })
      : undefined,
    findSources(tx, shop, wish, { lock: true }),
  ])
  const cashHistory =
    paymentMethod === 'cod' && rules.payment.cod_confirm !== 'off'
      ? await findCashHistory(tx, shopId, { userId: caller?.userId ?? null, email, phone })
      : undefined
  return { rows, rules, coupon, holding, cashHistory, credit: { sources, expected: input.expectedCredit } }
}
