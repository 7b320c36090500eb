import type { Transaction } from '#server/db/connect.ts'
import type { PersonalContext } from '#server/http/route.ts'
import { findCashHistory } from '../cash/cash-history.queries.ts'
import { cancelOrder } from '../order/order-state.writes.ts'
import { lockOrder } from '../order/order.queries.ts'
import { providersOf } from '../payments/payment-deps.ts'
import { isEmailHeld } from './unconfirmed/held-email.ts'
import { findHolding } from './unconfirmed/holding.queries.ts'
import { networkHash } from './unconfirmed/holding.rules.ts'
import { ORDERS_PER_NETWORK } from './place-order.routes.ts'
import type { Basis, OrderDraft } from './place.rules.ts'
import { place, type Placed } from './place.writes.ts'

/** An order that the agent of a platform places for a buyer, without a cart of the shop. */
export interface PlatformOrder {
  platformId: number
  input: OrderDraft['input']
  basis: Pick<Basis, 'rows' | 'rules' | 'coupon' | 'online'>
  /** From `admitPlatformOrder`. */
  holdsEmail: boolean
}

/**
 * Counts an order against the limits before its transaction begins: emails to addresses that are not confirmed, and orders of one
 * network. Returns whether its email waits. AppError 429.
 */
export async function admitPlatformOrder(context: PersonalContext, email: string): Promise<boolean> {
  const { shop, services, clientAddress } = context
  const [holdsEmail] = await Promise.all([
    isEmailHeld(context, email),
    services.limits.take(`orders ${shop.shopId} ${clientAddress}`, ORDERS_PER_NETWORK),
  ])
  return holdsEmail
}

/** Places an order of a platform in the caller's transaction, with the limits of any guest. AppErrors of `placeOrder`. */
export async function placeForPlatform(
  tx: Transaction,
  context: PersonalContext,
  { platformId, input, basis, holdsEmail }: PlatformOrder,
): Promise<{ orderId: number; placed: Placed }> {
  const { shop, services, clientAddress } = context
  const { shopId } = shop
  const network = networkHash(services.keyedHash, shopId, clientAddress)
  const holding = services.limits.on
    ? await findHolding(tx, shopId, { network, email: input.contact.email })
    : undefined
  const { email, phone } = input.contact
  const cashHistory =
    input.paymentMethod === 'cod' && basis.rules.payment.cod_confirm !== 'off'
      ? await findCashHistory(tx, shopId, { userId: null, email, phone })
      : undefined
  return place(tx, {
    context,
    input,
    basis: { ...basis, holding, holdsEmail, cashHistory },
    shopperId: undefined,
    isCart: false,
    platformId,
  })
}

/**
 * Cancels an order of a platform that waits for its online payment, in the caller's transaction. False for any other order, which
 * only its buyer or staff may cancel. A payment that arrives all the same is refunded.
 */
export async function cancelUnpaidOrder(
  tx: Transaction,
  { shop, services }: Pick<PersonalContext, 'shop' | 'services'>,
  orderId: number,
): Promise<boolean> {
  const { shopId } = shop
  const { offered } = await providersOf({ db: tx, shop, services })
  const order = await lockOrder(tx, shopId, orderId)
  const isOnline = offered.some(({ id }) => id === order.payment_method)
  if (!isOnline || order.status !== 'pending' || order.paid > 0) return false
  const actor = { id: null, name: order.shipping_address.fullName }
  await cancelOrder(tx, { shopId, actor }, order, { kind: 'cancelled', isPublic: true })
  return true
}
