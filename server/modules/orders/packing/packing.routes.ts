import * as contract from '#contract/orders/packing.ts'
import { AppError } from '#server/http/errors.ts'
import { personalRoute, type PersonalContext } from '#server/http/route.ts'
import type { PdfDocument } from '#server/platform/pdf/pdf-document.ts'
import { renderPdfs } from '#server/platform/pdf/pdf-renderer.ts'
import { requireNotHeld } from '../hold/hold.rules.ts'
import { admitDocument } from '../invoices/document-limits.ts'
import { findSender } from '../invoices/invoice.writes.ts'
import { packingSlipPdf } from '../invoices/packing-slip-pdf.ts'
import type { OrderRow } from '../order/order.queries.ts'
import { addressLabelPdf } from './address-label-pdf.ts'
import { listOrdersByNumber, listOrdersToPack, listPackedLines } from './packing.queries.ts'
import { pickListPdf } from './pick-list-pdf.ts'

/** The names of the files. */
const fileNames: Record<contract.PackingDocument, string> = {
  slip: 'packing-slips.pdf',
  label: 'labels.pdf',
  pick: 'pick-list.pdf',
}

/** The packing table: the orders to ship, and their documents. */
export const packingRoutes = [
  personalRoute(contract.getOrdersToPack, (filter, { db, shop }) =>
    listOrdersToPack(db, shop.shopId, filter),
  ),

  personalRoute(
    contract.getPackingDocuments,
    async ({ kind, numbers }, context) => {
      const { db, shop } = context
      const orders = await listOrdersByNumber(db, shop.shopId, numbers)
      requireAll(numbers, orders)
      // A document at the packing table would ship the order.
      for (const order of orders) requireNotHeld(order)
      return { name: fileNames[kind], bytes: await renderPdfs(await documentsOf(kind, orders, context)) }
    },
    { admit: admitDocument },
  ),
]

async function documentsOf(
  kind: contract.PackingDocument,
  orders: readonly OrderRow[],
  { db, shop }: PersonalContext,
): Promise<PdfDocument[]> {
  if (kind === 'label') {
    const sender = await findSender(db, shop.shopId)
    return orders.map((order) => addressLabelPdf(order, sender, shop))
  }
  const lines = await listPackedLines(db, shop.shopId, orders)
  const packed = orders.map((order) => ({ order, lines: lines.get(order.id) ?? [] }))
  if (kind === 'pick') return [pickListPdf(packed, shop)]
  return packed.map(({ order, lines: items }) => packingSlipPdf(order, items, shop))
}

/** So many unknown numbers are named. */
const MAX_NAMED = 10

function requireAll(numbers: readonly string[], orders: readonly OrderRow[]): void {
  const known = new Set(orders.map(({ number }) => number))
  const unknown = numbers.filter((number) => !known.has(number))
  if (unknown.length === 0) return
  const named = unknown.slice(0, MAX_NAMED).join(', ')
  const more = unknown.length > MAX_NAMED ? ` and ${unknown.length - MAX_NAMED} more` : ''
  const message = `This shop has no order ${named}${more}. Nothing was printed`
  throw new AppError(404, 'not_found', message, [{ path: 'numbers', message }])
}
