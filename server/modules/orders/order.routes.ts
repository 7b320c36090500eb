import { timingSafeEqual } from 'node:crypto'
import {
  cancelOrder as cancelOrderCall,
  getOrder,
  getOrders,
  placeOrder as placeOrderCall,
} from '#contract/order.ts'
import { callerOf } from '#server/http/caller.ts'
import { personalRoute, type PersonalContext } from '#server/http/route.ts'
import { findPayment } from '#server/modules/payments/index.ts'
import { toMajor } from '#server/modules/pricing/index.ts'
import { findSettings } from '#server/modules/settings/index.ts'
import { isInvoiced } from './invoice.writes.ts'
import { cancelOrder } from './move.writes.ts'
import { mailCustomer } from './order-mail.ts'
import { accessTokenOf } from './order-number.ts'
import { viewOf } from './order-view.ts'
import {
  findOrder,
  listEvents,
  listOrderLines,
  listOrdersOf,
  orderNotFound,
  type OrderRow,
} from './order.queries.ts'
import { canMove } from './order.rules.ts'
import { slowCardTesting } from './payment-limits.ts'
import { placeOrder } from './place.ts'

/** Takes orders, and shows them to who placed them. */
export const orderRoutes = [
  personalRoute(placeOrderCall, async (input, context) => {
    if (context.online.some(({ id }) => id === input.paymentMethod)) await slowCardTesting(context)
    return { data: await placeOrder(context, input), message: 'Thank you for your order' }
  }),

  personalRoute(getOrders, async (page, context) => {
    const { db, shop } = context
    const { rows, total: all } = await listOrdersOf(db, shop.configId, callerOf(context).userId, page)
    const data = rows.map(({ placedAt, total, currency, ...row }) => ({
      ...row,
      currency,
      placedAt: placedAt.toISOString(),
      total: toMajor(total, currency),
    }))
    return { data, total: all }
  }),

  personalRoute(getOrder, async (which, context) => {
    const { db, shop, online } = context
    const { configId } = shop
    const order = await requireOwnOrder(context, which)
    const isOpen = order.status === 'pending'
    const [lines, events, settings, payment] = await Promise.all([
      listOrderLines(db, configId, order.id),
      listEvents(db, configId, order.id, { all: false }),
      findSettings(db, shop, 'payment'),
      isOpen ? findPayment(db, configId, order.id) : undefined,
    ])
    return {
      data: {
        ...viewOf({ order, lines, events }, { locale: shop.locale, online }),
        canCancel: canMove('cancel', order.status),
        canPay: payment?.status === 'waiting' && online.some(({ id }) => id === payment.provider),
        paymentUrl: payment?.url ?? null,
        paymentText: isOpen && order.payment_method === 'bank_transfer' ? settings.bank_details : '',
        payUntil: isOpen ? (order.reserved_until?.toISOString() ?? null) : null,
        hasInvoice: isInvoiced(order),
        isMailed: context.sendsMail,
      },
    }
  }),

  personalRoute(cancelOrderCall, async ({ reason = '', ...which }, context) => {
    const { db, shop } = context
    const { configId } = shop
    const { id, shipping_address: address } = await requireOwnOrder(context, which)
    const actor = { id: context.caller?.userId ?? null, name: address.fullName }
    await db.transaction().execute(async (tx) => {
      await cancelOrder(tx, { configId, actor }, id, { kind: 'cancelled', note: reason, isPublic: true })
      await mailCustomer(tx, context, { orderId: id, kind: 'cancelled' })
    })
    return { data: { status: 'cancelled' as const }, message: 'Your order is cancelled' }
  }),
]

/**
 * The order of who asks: the account's own, the one that this browser has placed, or the one that the access token opens.
 * AppError 404 for every other one, as for one that does not exist.
 */
export async function requireOwnOrder(
  { db, shop: { configId }, caller, keyedHash, shopper }: PersonalContext,
  { number, accessToken }: { number: string; accessToken?: string | undefined },
): Promise<OrderRow> {
  const order = await findOrder(db, configId, number)
  if (!order) throw orderNotFound()
  if (caller && order.user_id === caller.userId) return order
  if (accessToken !== undefined && isSame(accessToken, accessTokenOf(keyedHash, configId, number)))
    return order
  const isOfShopper =
    order.user_id === null && order.shopper_id !== null && order.shopper_id === (await shopper.find())
  if (isOfShopper) return order
  throw orderNotFound()
}

function isSame(given: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)]
  return a.length === b.length && timingSafeEqual(a, b)
}
