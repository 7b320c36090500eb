import * as contract from '#contract/orders/shipment.ts'
import { personalRoute } from '#server/http/route.ts'
import { asStaff } from '#server/modules/audit/index.ts'
import { isPdfQueueFull, renderPdf } from '#server/platform/pdf/pdf-renderer.ts'
import { tooManyTries } from '#server/http/limits/rate-limit.ts'
import { deliverShipmentAsStaff, shipLinesAsStaff } from '../staff/admin-order.writes.ts'
import { withCapture } from '../captures/with-capture.ts'
import { listDocuments } from '../invoices/documents.queries.ts'
import { packingSlipPdf } from '../invoices/packing-slip-pdf.ts'
import { findOrder, listOrderLines, orderNotFound } from '../order/order.queries.ts'
import { positionOf } from './shipment-view.ts'
import { listShipments, shipmentNotFound } from './shipment.queries.ts'

/** Shipments of orders, for staff. */
export const shipmentRoutes = [
  personalRoute(contract.createShipment, async ({ number, lines, ...input }, context) => {
    const wanted = lines.map(({ lineId, quantity }) => ({ position: positionOf(lineId), quantity }))
    const { carrier, trackingNumber: tracking, trackingUrl, expectedOn } = input
    const shipment = { carrier, tracking, trackingUrl, expectedOn }
    const { id, status } = await withCapture(context, { number, lines: wanted }, () =>
      asStaff(context, (tx, write) =>
        shipLinesAsStaff(tx, { write, email: context, number }, shipment, wanted),
      ),
    )
    const message = status === 'shipped' ? 'Order marked as shipped' : 'Part of the order marked as shipped'
    return { data: { id, state: 'shipped' as const, status }, message }
  }),

  personalRoute(contract.deliverShipment, async ({ number, id }, context) => {
    const status = await asStaff(context, (tx, write) =>
      deliverShipmentAsStaff(tx, { write, email: context, number }, id),
    )
    return { data: { status }, message: 'Shipment marked as delivered' }
  }),

  personalRoute(contract.getOrderDocuments, async ({ number }, { db, shop }) => ({
    data: await listDocuments(db, shop.shopId, number),
  })),

  personalRoute(
    contract.getShipmentSlip,
    async ({ number, id }, { db, shop }) => {
      const { shopId } = shop
      const order = await findOrder(db, shopId, number)
      if (!order) throw orderNotFound()
      const [lines, shipments] = await Promise.all([
        listOrderLines(db, shopId, order.id),
        listShipments(db, shopId, order.id),
      ])
      const index = shipments.findIndex((shipment) => shipment.id === id)
      const shipment = shipments[index]
      if (!shipment) throw shipmentNotFound()
      const items = shipment.lines.flatMap(({ position, quantity }) => {
        const line = lines.find((each) => each.position === position)
        return line ? [{ ...line, quantity }] : []
      })
      const part = shipments.length > 1 ? `Shipment ${index + 1} of ${shipments.length}` : ''
      return {
        name: `packing-slip-${order.serial.replaceAll('/', '-')}-${index + 1}.pdf`,
        bytes: await renderPdf(packingSlipPdf({ ...order, ...shipment }, items, shop, part)),
      }
    },
    {
      admit() {
        if (isPdfQueueFull()) throw tooManyTries(2)
      },
    },
  ),
]
