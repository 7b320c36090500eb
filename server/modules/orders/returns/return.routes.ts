import * as contract from '#contract/orders/return.ts'
import { personalRoute, type PersonalContext } from '#server/http/route.ts'
import { asStaff } from '#server/modules/audit/index.ts'
import { findSettings } from '#server/modules/settings/index.ts'
import { hideDuration } from '#server/platform/hide-duration.ts'
import { findOrderById, findOrderByTypedNumber, listOrderLines } from '../order/order.queries.ts'
import { lineIdOf, positionOf } from '../shipments/shipment-view.ts'
import { requireOwnOrder } from '../order/order-access.ts'
import { sumUnitsBack, unitsOutside } from '../shipments/units-back.ts'
import { NO_EXCHANGE, recordWithdrawal, requestReturn } from './request-return.writes.ts'
import { returnableUnits, returnRefusal } from './return.rules.ts'
import { returnToStaffView, returnToView } from './return-view.ts'
import {
  findReturn,
  listReturnLines,
  listReturnsForStaff,
  listReturnsOf,
  sumClaimedUnits,
} from './return.queries.ts'
import { approveReturn, receiveReturn, refundReturn, refuseReturn } from './staff-return.writes.ts'

/** Withdrawals: 10 at once and 20 an hour from one network. A limit per order would let strangers block its owner. */
const WITHDRAWALS_PER_NETWORK = { burst: 10, seconds: 180 }

/** Returns and withdrawals, for shoppers and for staff. */
export const returnRoutes = [
  personalRoute(contract.requestReturn, async ({ lines, wish, ...request }, context) => {
    const order = await requireOwnOrder(context, request)
    const wanted = lines.map(({ lineId, ...line }) => ({ position: positionOf(lineId), ...line }))
    const id = await context.db
      .transaction()
      .execute((tx) => requestReturn(tx, context, order.id, { lines: wanted, wish }))
    const message = ['We’ve received your return request', ...(wish === 'exchange' ? [NO_EXCHANGE] : [])]
    return { data: { id, state: 'requested' as const }, message: message.join('. ') }
  }),

  personalRoute(contract.getOrderReturns, async (request, context) => {
    const { db, shop } = context
    const { shopId } = shop
    const order = await requireOwnOrder(context, request)
    const [{ days }, lines, claimed, returns] = await Promise.all([
      findSettings(db, shop, 'returns'),
      listOrderLines(db, shopId, order.id),
      sumClaimedUnits(db, shopId, order.id),
      listReturnsOf(db, shopId, order.id),
    ])
    const returnLines = await listReturnLines(
      db,
      shopId,
      returns.map(({ id }) => id),
    )
    const left = lines
      .map((line) => ({
        lineId: lineIdOf(line.position),
        productname: line.name,
        options: Object.fromEntries(line.options),
        quantity: returnableUnits(line, claimed),
      }))
      .filter(({ quantity }) => quantity > 0)
    const refusal =
      returnRefusal(order, days, new Date()) ?? (left.length === 0 ? 'Nothing is left to return' : null)
    return {
      data: {
        serial: order.serial,
        refusal,
        lines: refusal === null ? left : [],
        returns: returns.map((row) => returnToView(row, returnLines, order)),
      },
    }
  }),

  personalRoute(contract.withdraw, async ({ number, email, lines }, context) => {
    const { shop, clientAddress, services } = context
    await services.limits.take(`withdrawals ${shop.shopId} from ${clientAddress}`, WITHDRAWALS_PER_NETWORK)
    await hideDuration(withdrawIfFound(context, { number, email, lines }))
    return {
      message: 'We’ve received your withdrawal. If the order exists, its receipt is on its way by email',
    }
  }),

  personalRoute(contract.getAdminReturns, async (filter, { db, shop }) =>
    listReturnsForStaff(db, shop, filter),
  ),

  personalRoute(contract.getAdminReturn, async ({ id }, { db, shop: { shopId } }) => {
    const row = await findReturn(db, shopId, id)
    const { order_id: orderId } = row
    const [lines, order, ordered, back] = await Promise.all([
      listReturnLines(db, shopId, [id]),
      findOrderById(db, shopId, orderId),
      listOrderLines(db, shopId, orderId),
      sumUnitsBack(db, shopId, orderId),
    ])
    const outside = new Map(
      ordered.map((line) => [line.position, unitsOutside(order, line, back(line.position))]),
    )
    return { data: returnToStaffView(row, lines, { order, outside }) }
  }),

  personalRoute(contract.approveReturn, async ({ id, message }, context) => {
    const state = await asStaff(context, (tx, write) =>
      approveReturn(tx, { write, email: context, id }, message),
    )
    return { data: { id, state }, message: 'Return approved' }
  }),

  personalRoute(contract.receiveReturn, async ({ id, lines }, context) => {
    const inspections = lines?.map(({ lineId, ...units }) => ({ position: positionOf(lineId), ...units }))
    const state = await asStaff(context, (tx, write) =>
      receiveReturn(tx, { write, email: context, id }, inspections),
    )
    return { data: { id, state }, message: 'Return received' }
  }),

  personalRoute(contract.refundReturn, async ({ id, shipping }, context) => {
    const { state, isRefunded } = await asStaff(context, (tx, write) =>
      refundReturn(tx, { write, email: context, id }, { shipping }),
    )
    return {
      data: { id, state },
      message: isRefunded ? 'Return refunded' : 'Return closed without a refund',
    }
  }),

  personalRoute(contract.refuseReturn, async ({ id, message }, context) => {
    const state = await asStaff(context, (tx, write) =>
      refuseReturn(tx, { write, email: context, id }, message),
    )
    return { data: { id, state }, message: 'Return refused' }
  }),
]

interface Withdrawal {
  number: string
  email: string
  lines?: readonly { lineId: number; quantity: number }[] | undefined
}

/** Records the withdrawal if the number and the email belong to one order. */
async function withdrawIfFound(
  context: PersonalContext,
  { number, email, lines }: Withdrawal,
): Promise<void> {
  const { db, shop } = context
  const order = await findOrderByTypedNumber(db, shop.shopId, number)
  if (!order || order.email.toLowerCase() !== email.toLowerCase()) return
  const wanted = lines?.map(({ lineId, quantity }) => ({ position: positionOf(lineId), quantity }))
  await db.transaction().execute((tx) => recordWithdrawal(tx, context, order.id, wanted))
}
