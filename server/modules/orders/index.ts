import { adminOrderRoutes } from './admin-order.routes.ts'
import { checkoutRoutes } from './checkout.routes.ts'
import { orderRoutes as ownOrderRoutes } from './order.routes.ts'
import { paperRoutes } from './paper.routes.ts'
import { paymentRoutes } from './payment.routes.ts'
import { refundRoutes } from './refund.routes.ts'

/** Every call about orders. */
export const orderRoutes = [
  ...checkoutRoutes,
  ...ownOrderRoutes,
  ...paymentRoutes,
  ...refundRoutes,
  ...adminOrderRoutes,
  ...paperRoutes,
]

export { expireOrders } from './expire.ts'
export { mergeOrders } from './order-merge.writes.ts'
export { orderRecords } from './order-records.ts'
export { payBack } from './pay-back.ts'
export { startPaymentWork } from './payment-work.ts'
export { revertibleOrder } from './revertible-order.ts'
export { placeOrder } from './place.ts'
export { askForDue } from './sweep.ts'
