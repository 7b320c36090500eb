import { MAX_PHOTOS } from '#contract/comments/comment.ts'
import * as contract from '#contract/orders/return.ts'
import type { FileAnswer } from '#contract/endpoint.ts'
import { personalRoute, type PersonalContext } from '#server/http/route.ts'
import { asStaff } from '#server/modules/audit/index.ts'
import { findSettings } from '#server/modules/settings/index.ts'
import { hideDuration } from '#server/platform/hide-duration.ts'
import { holdPhotos, storePhotos } from '#server/platform/photos.ts'
import { renderPdf } from '#server/platform/pdf/pdf-renderer.ts'
import { admitDocument, takeDocument } from '../invoices/document-limits.ts'
import { findSender } from '../invoices/invoice.writes.ts'
import { returnLabelPdf } from '../packing/address-label-pdf.ts'
import {
  findOrderById,
  findOrderByTypedNumber,
  listOrderLines,
  type OrderRow,
} from '../order/order.queries.ts'
import { lineIdOf, positionOf } from '../shipments/shipment-view.ts'
import { requireOwnOrder } from '../order/order-access.ts'
import { sumUnitsBack, unitsOutside } from '../shipments/units-back.ts'
import { NO_EXCHANGE, recordWithdrawal, requestReturn } from './request-return.writes.ts'
import { requireLabel, requireReturnable, returnableUnits, returnRefusal } from './return.rules.ts'
import { returnToStaffView, returnToView } from './return-view.ts'
import {
  findReturn,
  listExcludedPositions,
  listReturnLines,
  listReturnPhotos,
  listReturnsForStaff,
  listReturnsOf,
  sumClaimedUnits,
  type ReturnRow,
} from './return.queries.ts'
import { approveReturn, receiveReturn, refundReturn, refuseReturn } from './staff-return.writes.ts'

/** Withdrawals: 10 at once and 20 an hour from one network. A limit per order would let strangers block its owner. */
const WITHDRAWALS_PER_NETWORK = { burst: 10, seconds: 180 }

/** Requests of one order with their photos: 10 at once and 60 an hour. */
const REQUESTS_PER_ORDER = { burst: 10, seconds: 60 }

/** Returns and withdrawals, for shoppers and for staff. */
export const returnRoutes = [
  personalRoute(contract.requestReturn, async ({ lines, wish, ...request }, context) => {
    const { db, shop, services } = context
    const order = await requireOwnOrder(context, request)
    await services.limits.take(`return ${shop.shopId} ${order.id}`, REQUESTS_PER_ORDER)
    // Re-encoding photos takes seconds of a processor, so an order that cannot be returned comes first.
    requireReturnable(order, (await findSettings(db, shop, 'returns')).days)
    const wanted = lines.map(({ lineId, ...line }) => ({ position: positionOf(lineId), ...line }))
    const photos = await storePhotos(context, { max: MAX_PHOTOS, noun: 'A return' })
    const id = await db.transaction().execute(async (tx) => {
      await holdPhotos(tx, services.storage, photos)
      return requestReturn(tx, context, order.id, { lines: wanted, wish, photos })
    })
    const message = ['We’ve received your return request', ...(wish === 'exchange' ? [NO_EXCHANGE] : [])]
    return { data: { id, state: 'requested' as const }, message: message.join('. ') }
  }),

  personalRoute(contract.getOrderReturns, async (request, context) => {
    const { db, shop } = context
    const { shopId } = shop
    const order = await requireOwnOrder(context, request)
    const { days, excluded_categories: categories } = await findSettings(db, shop, 'returns')
    const [excluded, lines, claimed, returns] = await Promise.all([
      listExcludedPositions(db, shopId, order.id, categories),
      listOrderLines(db, shopId, order.id),
      sumClaimedUnits(db, shopId, order.id),
      listReturnsOf(db, shopId, order.id),
    ])
    const ids = returns.map(({ id }) => id)
    const [returnLines, photos] = await Promise.all([
      listReturnLines(db, shopId, ids),
      listReturnPhotos(db, shopId, ids),
    ])
    const left = lines
      .filter(({ position }) => !excluded.has(position))
      .map((line) => ({
        lineId: lineIdOf(line.position),
        productname: line.name,
        options: Object.fromEntries(line.options),
        quantity: returnableUnits(line, claimed),
      }))
      .filter(({ quantity }) => quantity > 0)
    const refusal =
      returnRefusal(order, days, new Date()) ??
      (left.length > 0
        ? null
        : excluded.size === lines.length
          ? 'The shop does not take these items back'
          : 'Nothing is left to return')
    return {
      data: {
        serial: order.serial,
        refusal,
        lines: refusal === null ? left : [],
        excluded: lines.filter(({ position }) => excluded.has(position)).map(({ name }) => name),
        returns: returns.map((row) => returnToView(row, { lines: returnLines, photos, order })),
      },
    }
  }),

  personalRoute(
    contract.getReturnLabel,
    async ({ id, ...request }, context) => {
      const order = await requireOwnOrder(context, request)
      await takeDocument(context)
      const returns = await listReturnsOf(context.db, context.shop.shopId, order.id)
      return renderLabel(
        context,
        order,
        returns.find((row) => row.id === id),
      )
    },
    { admit: admitDocument },
  ),

  personalRoute(
    contract.getAdminReturnLabel,
    async ({ id }, context) => {
      const { db, shop } = context
      const row = await findReturn(db, shop.shopId, id)
      return renderLabel(context, await findOrderById(db, shop.shopId, row.order_id), row)
    },
    { admit: admitDocument },
  ),

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
    const [lines, photos, order, ordered, back] = await Promise.all([
      listReturnLines(db, shopId, [id]),
      listReturnPhotos(db, shopId, [id]),
      findOrderById(db, shopId, orderId),
      listOrderLines(db, shopId, orderId),
      sumUnitsBack(db, shopId, orderId),
    ])
    const outside = new Map(
      ordered.map((line) => [line.position, unitsOutside(order, line, back(line.position))]),
    )
    return { data: returnToStaffView(row, { lines, photos, order, outside }) }
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

async function renderLabel(
  { db, shop }: PersonalContext,
  order: OrderRow,
  row: ReturnRow | undefined,
): Promise<FileAnswer> {
  requireLabel(row)
  const pdf = returnLabelPdf(order, await findSender(db, shop.shopId), shop)
  return { name: `return-${order.serial.replaceAll('/', '-')}.pdf`, bytes: await renderPdf(pdf) }
}

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
