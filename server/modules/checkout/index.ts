export { checkoutRoutes } from './checkout.routes.ts'
export { deliveryRoutes } from './delivery.routes.ts'
export { makeOrderNumber } from './insert-order.writes.ts'
export { orderDraftAuditSubject } from './staff/order-draft-audit-subject.ts'
export { editOrderLines } from './staff/edit-order.writes.ts'
export { placeOrder } from './place-order.ts'
import { staffOrderRoutes as orderRoutes } from './staff/staff-order.routes.ts'
import { staffQuoteRoutes } from './staff/staff-quote.routes.ts'

/** The routes of orders by staff. */
export const staffOrderRoutes = [...orderRoutes, ...staffQuoteRoutes]
