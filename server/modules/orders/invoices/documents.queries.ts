import type { z } from 'zod'
import { dashboardLinks } from '#contract/dashboard-links.ts'
import type { getOrderDocuments } from '#contract/orders/shipment.ts'
import type { Database } from '#server/db/connect.ts'
import { findOrder, orderNotFound } from '../order/order.queries.ts'
import { listShipments } from '../shipments/shipment.queries.ts'
import { listCreditNotes } from './credit-note.queries.ts'
import { findInvoice, findSellerGaps, isInvoiced } from './invoice.writes.ts'

type Documents = z.output<typeof getOrderDocuments.answer>['data']

/** The invoice, the credit notes and the packing slips of an order. A shipment adds its slip. AppError 404. */
export async function listDocuments(db: Database, shopId: number, number: string): Promise<Documents> {
  const order = await findOrder(db, shopId, number)
  if (!order) throw orderNotFound()
  const [invoice, gaps, credits, shipments] = await Promise.all([
    findInvoice(db, shopId, order.id),
    findSellerGaps(db, shopId, order.id, order),
    listCreditNotes(db, shopId, order.id),
    listShipments(db, shopId, order.id),
  ])
  const hasInvoice = invoice !== undefined || (isInvoiced(order) && gaps.length === 0)
  const slip = (serial: string, url: string) => ({ kind: 'packing_slip' as const, serial, url })
  return [
    ...(hasInvoice
      ? [{ kind: 'invoice' as const, serial: invoice?.number ?? null, url: dashboardLinks.invoice(number) }]
      : []),
    ...credits.map(({ serial, number: text }) => ({
      kind: 'credit_note' as const,
      serial: text,
      url: dashboardLinks.creditNote(number, serial),
    })),
    ...(order.held_at === null ? [slip(order.serial, dashboardLinks.packingSlip(number))] : []),
    ...shipments.map(({ id }, index) =>
      slip(`${order.serial}-${index + 1}`, dashboardLinks.shipmentSlip(number, id)),
    ),
  ]
}
