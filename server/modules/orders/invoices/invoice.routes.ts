import { getOrderInvoice, getPackingSlip } from '#contract/orders/admin-order.ts'
import { getCreditNote, getOrderCreditNote } from '#contract/orders/payment/credit-note.ts'
import type { FileAnswer } from '#contract/endpoint.ts'
import { getInvoice } from '#contract/orders/order.ts'
import type { Database } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import { personalRoute, type PersonalContext } from '#server/http/route.ts'
import { listCreditPayments } from '#server/modules/credit/index.ts'
import { renderPdf } from '#server/platform/pdf/pdf-renderer.ts'
import { providersOf } from '../payments/payment-deps.ts'
import { paidByCredit } from '../credit/credit-view.ts'
import { paymentName } from '../payments/payment-method.ts'
import { requireOwnOrder } from '../order/order-access.ts'
import {
  findOrder,
  listOrderLines,
  orderNotFound,
  type OrderLineRow,
  type OrderRow,
} from '../order/order.queries.ts'
import { requireNotHeld } from '../hold/hold.rules.ts'
import { unitsToPack } from '../packing/packing.queries.ts'
import { creditNotePdf } from './credit-note-pdf.ts'
import { listCreditNotes } from './credit-note.queries.ts'
import { admitDocument, takeDocument } from './document-limits.ts'
import { invoicePdf } from './invoice-pdf.ts'
import { findInvoice, issueInvoice } from './invoice.writes.ts'
import { packingSlipPdf } from './packing-slip-pdf.ts'

/** Invoices, credit notes and packing slips, rendered on every request. */
export const invoiceRoutes = [
  personalRoute(
    getInvoice,
    async (request, context) => {
      const order = await requireOwnOrder(context, request)
      await takeDocument(context)
      return renderInvoice(context, order)
    },
    { admit: admitDocument },
  ),

  personalRoute(
    getOrderInvoice,
    async ({ number }, context) =>
      renderInvoice(context, await requireOrder(context.db, context.shop.shopId, number)),
    { admit: admitDocument },
  ),

  personalRoute(
    getCreditNote,
    async ({ serial, ...request }, context) => {
      const order = await requireOwnOrder(context, request)
      await takeDocument(context)
      return renderCreditNote(context, order, serial)
    },
    { admit: admitDocument },
  ),

  personalRoute(
    getOrderCreditNote,
    async ({ number, serial }, context) =>
      renderCreditNote(context, await requireOrder(context.db, context.shop.shopId, number), serial),
    { admit: admitDocument },
  ),

  personalRoute(
    getPackingSlip,
    async ({ number }, context) => {
      const { db, shop } = context
      const order = await requireOrder(db, shop.shopId, number)
      // A slip at the packing table would ship the order.
      requireNotHeld(order)
      const lines = await listOrderLines(db, shop.shopId, order.id)
      return {
        name: `packing-slip-${order.serial.replaceAll('/', '-')}.pdf`,
        bytes: await renderPdf(packingSlipPdf(order, itemsToPack(order, lines), shop)),
      }
    },
    { admit: admitDocument },
  ),
]

/** What is left to ship of an order, or all that was not refunded once it has shipped. */
const itemsToPack = (order: OrderRow, lines: readonly OrderLineRow[]) =>
  lines
    .map((line) => ({
      ...line,
      quantity: unitsToPack(order, line),
    }))
    .filter(({ quantity }) => quantity > 0)

async function renderInvoice(context: PersonalContext, { id, number }: OrderRow): Promise<FileAnswer> {
  const { db, shop } = context
  const { shopId } = shop
  const invoice = await db.transaction().execute((tx) => issueInvoice(tx, shopId, id))
  const [lines, paid] = await Promise.all([
    listOrderLines(db, shopId, id),
    listCreditPayments(db, shopId, [id]),
  ])
  // Read again: a payment may have arrived while the invoice was issued.
  const order = await requireOrder(db, shopId, number)
  const { offered } = await providersOf(context)
  const name = paymentName(order.payment_method, offered)
  const pdf = invoicePdf({ invoice, order, lines, paymentName: name, credits: paidByCredit(paid) }, shop)
  return { name: `invoice-${invoice.number.replaceAll('/', '-')}.pdf`, bytes: await renderPdf(pdf) }
}

async function renderCreditNote(
  { db, shop }: PersonalContext,
  order: OrderRow,
  serial: string,
): Promise<FileAnswer> {
  const [invoice, notes, lines] = await Promise.all([
    findInvoice(db, shop.shopId, order.id),
    listCreditNotes(db, shop.shopId, order.id),
    listOrderLines(db, shop.shopId, order.id),
  ])
  const note = notes.find((each) => each.serial === serial)
  if (!note || !invoice) throw new AppError(404, 'not_found', 'This order has no such credit note')
  const pdf = creditNotePdf({ note, invoice, order, lines }, shop)
  return { name: `credit-note-${serial}.pdf`, bytes: await renderPdf(pdf) }
}

async function requireOrder(db: Database, shopId: number, number: string): Promise<OrderRow> {
  const order = await findOrder(db, shopId, number)
  if (!order) throw orderNotFound()
  return order
}
