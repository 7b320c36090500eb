import { cancelOrder as cancelOrderEndpoint, getOrder, getOrders } from '#contract/orders/order.ts'
import { callerOf } from '#server/http/session/audience.ts'
import { personalRoute } from '#server/http/route.ts'
import { listCreditPayments } from '#server/modules/credit/index.ts'
import { toMajor } from '#server/modules/pricing/index.ts'
import { findSettings } from '#server/modules/settings/index.ts'
import { findLatestPayment } from '../payments/payment.queries.ts'
import { providersOf } from '../payments/payment-deps.ts'
import { upiPayment } from '../payments/upi.ts'
import { paidByCredit } from '../credit/credit-view.ts'
import { emailCustomer } from '../emails/order-email.ts'
import { creditNoteToView, listCreditNotes } from '../invoices/credit-note.queries.ts'
import { findInvoice, findSellerGaps, isInvoiced } from '../invoices/invoice.writes.ts'
import { listShipments } from '../shipments/shipment.queries.ts'
import { isEmailedToken, requireOwnOrder } from './order-access.ts'
import { cancelOrder } from './order-state.writes.ts'
import { orderToView } from './order-view.ts'
import { listEvents, listOrderLines, listOrdersOf, lockOrder } from './order.queries.ts'
import { amountDue, awaitsPayment, canCancel, isToConfirm, orderProgress } from './order.rules.ts'

/** Orders for the shopper who placed them. */
export const shopperOrderRoutes = [
  personalRoute(getOrders, async (page, context) => {
    const { db, shop } = context
    const { rows, total: orderCount } = await listOrdersOf(db, shop.shopId, callerOf(context).userId, page)
    const data = rows.map(({ placedAt, total, currency, ...row }) => ({
      ...row,
      currency,
      placedAt: placedAt.toISOString(),
      total: toMajor(total, currency),
    }))
    return { data, total: orderCount }
  }),

  personalRoute(getOrder, async (request, context) => {
    const { db, shop } = context
    const { shopId } = shop
    const order = await requireOwnOrder(context, request)
    const isPending = order.status === 'pending'
    const isAwaited = awaitsPayment(order)
    const [shipments, lines, events, settings, invoice, gaps, notes, payment, paid, { offered: online }] =
      await Promise.all([
        listShipments(db, shopId, order.id),
        listOrderLines(db, shopId, order.id),
        listEvents(db, shopId, order.id, { all: false }),
        findSettings(db, shop, 'payment'),
        findInvoice(db, shopId, order.id),
        findSellerGaps(db, shopId, order.id, order),
        listCreditNotes(db, shopId, order.id),
        isAwaited ? findLatestPayment(db, shopId, order.id) : undefined,
        listCreditPayments(db, shopId, [order.id]),
        providersOf(context),
      ])
    // What an edit has added may be paid in another way than the order.
    const method = isPending ? order.payment_method : payment?.status === 'waiting' ? payment.provider : ''
    return {
      data: {
        ...orderToView(
          { order, shipments, lines, events, credits: paidByCredit(paid) },
          { locale: shop.locale, online },
        ),
        isOfAccount: order.user_id !== null && order.user_id === context.caller?.userId,
        progress: orderProgress(order).map(({ name, at }) => ({ name, at: at?.toISOString() ?? null })),
        canCreateAccount: order.user_id === null && context.caller === undefined,
        canCancel: canCancel(order),
        canPay: payment?.status === 'waiting' && online.some(({ id }) => id === payment.provider),
        paymentUrl: payment?.status === 'waiting' ? payment.url : null,
        paymentText: method === 'bank_transfer' ? settings.bank_details : '',
        upi:
          method === 'upi' && settings.upi_id
            ? upiPayment({
                upiId: settings.upi_id,
                shopName: shop.name,
                amount: amountDue(order),
                serial: order.serial,
              })
            : null,
        confirmation: !isToConfirm(order)
          ? ('none' as const)
          : isEmailedToken(context.services.keyedHash, shopId, request)
            ? ('here' as const)
            : ('by_email' as const),
        payUntil: isPending ? (order.reserved_until?.toISOString() ?? null) : null,
        hasInvoice: invoice !== undefined || (isInvoiced(order) && gaps.length === 0),
        creditNotes: notes.map((note) => creditNoteToView(note, order.currency)),
        invoiceFollows: isInvoiced(order) && gaps.length > 0,
        isEmailed: context.services.sendsEmail,
      },
    }
  }),

  personalRoute(cancelOrderEndpoint, async ({ reason = '', ...request }, context) => {
    const { db, shop } = context
    const { shopId } = shop
    const { id, shipping_address: address } = await requireOwnOrder(context, request)
    const actor = { id: context.caller?.userId ?? null, name: address.fullName }
    await db.transaction().execute(async (tx) => {
      const order = await lockOrder(tx, shopId, id)
      const event = { kind: 'cancelled', note: reason, isPublic: true }
      await cancelOrder(tx, { shopId, actor }, order, event)
      await emailCustomer(tx, context, { orderId: id, kind: 'cancelled' })
    })
    return { data: { status: 'cancelled' as const }, message: 'Order cancelled' }
  }),
]
