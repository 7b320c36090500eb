import { getOrderProForma, getProForma } from '#contract/orders/pro-forma.ts'
import type { FileAnswer } from '#contract/endpoint.ts'
import { AppError } from '#server/http/errors.ts'
import { personalRoute, type PersonalContext } from '#server/http/route.ts'
import { renderPdf } from '#server/platform/pdf/pdf-renderer.ts'
import { admitDocument, takeDocument } from '../invoices/document-limits.ts'
import { findInvoice, findSeller } from '../invoices/invoice.writes.ts'
import { hasProForma } from '../invoices/invoice.rules.ts'
import { proFormaPdf } from '../invoices/pro-forma-pdf.ts'
import { isOrderToken, requireOwnOrder } from '../order/order-access.ts'
import { findOrder, listOrderLines, orderNotFound, type OrderRow } from '../order/order.queries.ts'
import { providersOf } from '../payments/payment-deps.ts'
import { paymentName } from '../payments/payment-method.ts'
import { decideDraft } from './decide-draft.ts'
import { findDraft, type StoredDraft } from './order-draft.queries.ts'

/** The pro forma invoice of a draft, or of an order that is not paid. */
export const proFormaRoutes = [
  personalRoute(
    getProForma,
    async (request, context) => {
      const { db, shop, services } = context
      const { number, accessToken } = request
      await takeDocument(context)
      const draft = await findDraft(db, shop.shopId, number)
      if (!draft) return renderOrder(context, await requireOwnOrder(context, request))
      if (isOrderToken(services.keyedHash, shop.shopId, { number, accessToken }))
        return renderDraft(context, draft)
      throw orderNotFound()
    },
    { admit: admitDocument },
  ),

  personalRoute(
    getOrderProForma,
    async ({ number }, context) => {
      const { db, shop } = context
      const draft = await findDraft(db, shop.shopId, number)
      if (draft) return renderDraft(context, draft)
      const order = await findOrder(db, shop.shopId, number)
      if (!order) throw orderNotFound()
      return renderOrder(context, order)
    },
    { admit: admitDocument },
  ),
]

/** AppError 409 `no_pro_forma` once the order is paid, invoiced or cancelled. */
async function renderOrder(context: PersonalContext, order: OrderRow): Promise<FileAnswer> {
  const { db, shop } = context
  const { shopId } = shop
  const invoice = await findInvoice(db, shopId, order.id)
  if (!hasProForma(order, invoice !== undefined))
    throw new AppError(409, 'no_pro_forma', `Order ${order.serial} is paid, invoiced or cancelled`)
  const [seller, lines, { offered }] = await Promise.all([
    findSeller(db, shopId),
    listOrderLines(db, shopId, order.id),
    providersOf(context),
  ])
  const addresses = { billingAddress: order.billing_address, shippingAddress: order.shipping_address }
  const pdf = proFormaPdf(
    {
      invoice: { number: '', issuedAt: new Date(), seller, ...addresses },
      order,
      lines,
      paymentName: paymentName(order.payment_method, offered),
      reference: order.serial,
      validUntil: order.reserved_until,
    },
    shop,
  )
  return { name: `pro-forma-${order.serial.replaceAll('/', '-')}.pdf`, bytes: await renderPdf(pdf) }
}

/** At the prices of now. AppErrors of `placeManualOrder` that do not depend on the stock. */
async function renderDraft(context: PersonalContext, draft: StoredDraft): Promise<FileAnswer> {
  const { db, shop } = context
  const [seller, decided] = await Promise.all([findSeller(db, shop.shopId), decideDraft(db, context, draft)])
  const { order, lines, method } = decided
  const addresses = { billingAddress: order.billing_address, shippingAddress: order.shipping_address }
  const pdf = proFormaPdf(
    {
      invoice: { number: '', issuedAt: order.placed_at, seller, ...addresses },
      order,
      lines,
      paymentName: method.name,
      reference: draft.number,
      validUntil: draft.heldUntil,
    },
    shop,
  )
  return { name: `pro-forma-${draft.number}.pdf`, bytes: await renderPdf(pdf) }
}
