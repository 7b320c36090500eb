import { adminOrderRoutes } from './admin/admin-order.routes.ts'
import { invoiceRoutes } from './invoices/invoice.routes.ts'
import { guestOrderRoutes } from './orders/guest-order.routes.ts'
import { shopperOrderRoutes } from './orders/order.routes.ts'
import { shipmentRoutes } from './shipments/shipment.routes.ts'

/** The routes of placed orders. */
export const orderRoutes = [
  ...shopperOrderRoutes,
  ...guestOrderRoutes,
  ...adminOrderRoutes,
  ...shipmentRoutes,
  ...invoiceRoutes,
]

export { heldUnits, type WithdrawnUnits } from './hold/held-units.ts'
export { onHold, requireHeld, requireNotHeld } from './hold/hold.rules.ts'
export { listWithdrawnUnits } from './hold/hold.queries.ts'
export { endHold, holdOrder } from './hold/hold.writes.ts'
export { listFiledOrders, type FiledOrder } from './imported/filed-order.queries.ts'
export {
  findOrdersBySerial,
  insertImportedOrders,
  removeImportedOrder,
  serialKey,
  type ImportedOrderInput,
} from './imported/imported-order.writes.ts'
export { recordManualPayment } from './admin/admin-order.writes.ts'
export { requireEditable } from './admin/editable.ts'
export { orderAuditSubject } from './admin/order-audit-subject.ts'
export { emailCustomer, findEmailShop, refundSentence, type EmailContext } from './emails/order-email.ts'
export { expireOrders } from './orders/expire-orders.ts'
export { nameInEmails } from './emails/order-email-content.ts'
export { accessTokenOf, emailedTokenOf, requireOwnOrder, type OrderRequest } from './orders/order-access.ts'
export { mergeOrders, orderKeyOwner } from './orders/order-merge.writes.ts'
export { orderRecords } from './orders/order-records.ts'
export { correctOrder, requireCorrection } from './admin/correct-order.writes.ts'
export { findInvoice } from './invoices/invoice.writes.ts'
export { requireMayRefundPaid } from './admin/refund-permission.ts'
export { cancelOrder, confirmOrder, writeTransition } from './orders/order-state.writes.ts'
export {
  findOrder,
  findOrderById,
  findOrderByTypedNumber,
  listOrderLines,
  lockOrder,
  lockOrderByNumber,
  orderNotFound,
  type OrderLineRow,
  type OrderRow,
} from './orders/order.queries.ts'
export { leftToShip } from './shipments/shipment.rules.ts'
export { canTransition } from './orders/order.rules.ts'
export {
  addEvent,
  orderSearchText,
  refundEvent,
  refundRemaining,
  systemActor,
} from './orders/order.writes.ts'
export { lineIdOf, positionOf } from './shipments/shipment-view.ts'
export { sumUnitsBack, unitsOutside, type UnitsBack } from './shipments/units-back.ts'
export { completeShipping } from './shipments/shipment.writes.ts'
