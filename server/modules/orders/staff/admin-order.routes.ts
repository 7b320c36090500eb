import { links } from '#contract/links.ts'
import * as contract from '#contract/orders/admin-order.ts'
import { bulkOrders, getOrderNumbers } from '#contract/orders/order-actions.ts'
import { getOrderTags } from '#contract/orders/order-tags.ts'
import type { Transaction } from '#server/db/connect.ts'
import { personalRoute, type PersonalContext } from '#server/http/route.ts'
import { asStaff } from '#server/modules/audit/index.ts'
import { sentOrNot } from '#server/modules/email/index.ts'
import { withCapture } from '../captures/with-capture.ts'
import { providersOf } from '../payments/payment-deps.ts'
import { offlineMethodIds, paidDirectly, paymentName } from '../payments/payment-method.ts'
import { accessTokenOf } from '../order/order-access.ts'
import { hasProForma } from '../invoices/invoice.rules.ts'
import { requireMayRefundPaid, withoutRefunds } from '../refunds/refund-permission.ts'
import {
  cancelAsStaff,
  confirmAsStaff,
  deliverAsStaff,
  returnAsStaff,
  shipAsStaff,
  type StaffAction,
} from './admin-order.writes.ts'
import { applyInBulk } from './bulk-orders.ts'
import { addNote, resendEmail } from './customer-messages.writes.ts'
import { readyAsStaff } from './ready-order.writes.ts'
import { readOrderForStaff } from './order-detail.queries.ts'
import { listOrdersForStaff, listTags, selectOrders } from './order-list.queries.ts'

/** Runs an action on an order in a transaction, in the name of the caller. */
const runAction = <T>(
  context: PersonalContext,
  number: string,
  work: (tx: Transaction, action: StaffAction) => Promise<T>,
): Promise<T> => asStaff(context, (tx, write) => work(tx, { write, email: context, number }))

/** Orders for staff. */
export const adminOrderRoutes = [
  personalRoute(contract.getAdminOrders, async ({ page, limit, sort, ...filter }, context) => {
    const { db, shop } = context
    const [{ data, ...count }, { offered: online }] = await Promise.all([
      listOrdersForStaff(db, shop, filter, { page, limit, sort }),
      providersOf(context),
    ])
    return {
      data: data.map((row) => ({ ...row, paymentName: paymentName(row.paymentMethod, online) })),
      ...count,
      methods: [...offlineMethodIds, ...online.map(({ id }) => id)].map((id) => ({
        id,
        name: paymentName(id, online),
      })),
    }
  }),

  personalRoute(getOrderNumbers, async (filter, { db, shop }) => ({
    data: await selectOrders(db, shop, filter),
  })),

  personalRoute(getOrderTags, async (_, { db, shop: { shopId } }) => ({ data: await listTags(db, shopId) })),

  personalRoute(contract.getAdminOrder, async ({ number }, context) => {
    const { db, shop, origin, services } = context
    const { keyedHash, sendsEmail } = services
    const order = await readOrderForStaff(db, shop, number, await providersOf(context))
    const token = accessTokenOf(keyedHash, shop.shopId, number)
    const link = origin + links.order(number, token)
    // What staff collect themselves cannot be paid by link.
    const isPaidByLink = order.payments.some(
      ({ status, name }) => status === 'waiting' && name !== paidDirectly.name,
    )
    const awaitsLink =
      (order.status === 'pending' && !order.isToConfirm) || (order.can.includes('markPaid') && isPaidByLink)
    const paymentUrl = awaitsLink ? link : null
    return {
      data: withoutRefunds(context, {
        ...order,
        customerLink: sendsEmail && order.email !== '' ? null : link,
        paymentUrl,
        proFormaUrl: hasProForma(order, order.invoiceNumber !== null)
          ? origin + links.proForma(number, token)
          : null,
      }),
    }
  }),

  personalRoute(contract.confirmOrder, async ({ number }, context) => {
    const status = await runAction(context, number, confirmAsStaff)
    return { data: { status }, message: 'Order confirmed' }
  }),

  personalRoute(contract.fulfilOrder, async ({ number, ...shipment }, context) => {
    const status = await withCapture(context, { number }, () =>
      runAction(context, number, (tx, action) => shipAsStaff(tx, action, shipment)),
    )
    return { data: { status }, message: 'Order marked as shipped' }
  }),

  personalRoute(contract.readyOrder, async ({ number }, context) => {
    const status = await runAction(context, number, readyAsStaff)
    return { data: { status }, message: 'Order ready for pick-up' }
  }),

  personalRoute(contract.deliverOrder, async ({ number }, context) => {
    const status = await withCapture(context, { number }, () => runAction(context, number, deliverAsStaff))
    return { data: { status }, message: 'Order marked as delivered' }
  }),

  personalRoute(contract.cancelOrderAsStaff, async ({ number, ...ending }, context) => {
    const status = await runAction(context, number, async (tx, action) => {
      await requireMayRefundPaid(tx, context, number)
      return cancelAsStaff(tx, action, ending)
    })
    return { data: { status }, message: 'Order cancelled' }
  }),

  personalRoute(contract.returnOrder, async ({ number, ...ending }, context) => {
    const status = await runAction(context, number, (tx, action) => returnAsStaff(tx, action, ending))
    return { data: { status }, message: 'Order marked as returned' }
  }),

  personalRoute(contract.addOrderNote, async ({ number, ...note }, context) => {
    const recipient = await runAction(context, number, (tx, action) => addNote(tx, action, note))
    return { message: note.isPublic ? sentOrNot(context, 'Customer notified', recipient) : 'Note saved' }
  }),

  personalRoute(contract.resendOrderEmail, async ({ number, kind }, context) => {
    await runAction(context, number, (tx, action) => resendEmail(tx, action, kind))
    return { message: sentOrNot(context, 'Email sent') }
  }),

  personalRoute(bulkOrders, async (input, context) => {
    const data = await applyInBulk(input, context)
    const done = data.filter((outcome) => outcome.done).length
    return { data, message: `${done} of ${data.length} orders updated` }
  }),
]
