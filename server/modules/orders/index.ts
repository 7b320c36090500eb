import { deliveryRoutes } from './delivery/delivery.routes.ts'
import { holdRoutes } from './hold/hold.routes.ts'
import { invoiceRoutes } from './invoices/invoice.routes.ts'
import { orderDraftAuditSubject } from './manual/order-draft-audit-subject.ts'
import { manualOrderRoutes } from './manual/manual-order.routes.ts'
import { manualQuoteRoutes } from './manual/manual-quote.routes.ts'
import { proFormaRoutes } from './manual/pro-forma.routes.ts'
import { guestOrderRoutes } from './order/guest-order.routes.ts'
import { shopperOrderRoutes } from './order/order.routes.ts'
import { packingRoutes } from './packing/packing.routes.ts'
import { paymentRoutes } from './payments/payment.routes.ts'
import { cashRoutes } from './cash/cash.routes.ts'
import { checkoutRoutes } from './placing/checkout.routes.ts'
import { captureRoutes } from './captures/capture.routes.ts'
import { refundRoutes } from './refunds/refund.routes.ts'
import { returnRoutes } from './returns/return.routes.ts'
import { shipmentRoutes } from './shipments/shipment.routes.ts'
import { adminOrderRoutes } from './staff/admin-order.routes.ts'
import { customerTimelineRoutes } from './staff/customer-timeline.routes.ts'
import { orderAuditSubject } from './staff/order-audit-subject.ts'

/** The routes around an order: placing, payments, shipments, returns, invoices, and the work of staff. */
export const orderRoutes = [
  ...checkoutRoutes,
  ...cashRoutes,
  ...manualOrderRoutes,
  ...manualQuoteRoutes,
  ...proFormaRoutes,
  ...deliveryRoutes,
  ...shopperOrderRoutes,
  ...guestOrderRoutes,
  ...adminOrderRoutes,
  ...packingRoutes,
  ...customerTimelineRoutes,
  ...shipmentRoutes,
  ...invoiceRoutes,
  ...paymentRoutes,
  ...captureRoutes,
  ...refundRoutes,
  ...returnRoutes,
  ...holdRoutes,
]

/** The nouns of the audit log. */
export const orderAuditSubjects = [orderAuditSubject, orderDraftAuditSubject]

export { listFiledOrders, type FiledOrder } from './import/filed-order.queries.ts'
export {
  findOrdersBySerial,
  insertImportedOrders,
  removeImportedOrder,
  serialKey,
  type ImportedOrderInput,
} from './import/imported-order.writes.ts'
export { draftHoldJob } from './manual/expire-holds.ts'
export { mergeOrders } from './order/order-merge.writes.ts'
export { forgetNetworks } from './order/order.writes.ts'
export { orderRecords } from './order/order-records.ts'
export { accessTokenOf } from './order/order-access.ts'
export {
  findOrder,
  findOrderById,
  listOrderLines,
  lockOrder,
  orderNotFound,
  type OrderLineRow,
  type OrderRow,
} from './order/order.queries.ts'
export { amountDue, awaitsDeposit, isToConfirm } from './order/order.rules.ts'
export {
  listShippableLines,
  listShipments,
  shipmentNotFound,
  type ShipmentRow,
} from './shipments/shipment.queries.ts'
export { planShipment } from './shipments/shipment.rules.ts'
export { positionOf } from './shipments/shipment-view.ts'
export {
  deliverByCarrier,
  noteCancelledLabel,
  noteDeliveryProblem,
  trackShipment,
} from './shipments/carrier-shipment.ts'
export { requireShippable } from './staff/admin-order.rules.ts'
export { withCapture } from './captures/with-capture.ts'
export { requireLinesCaptured } from './captures/require-captured.ts'
export { shipLinesAsStaff } from './staff/admin-order.writes.ts'
export { findEmailShop } from './emails/order-email.ts'
export { findSender } from './invoices/invoice.writes.ts'
export { addressLabelPdf } from './packing/address-label-pdf.ts'
export { arrivalOf, deliveryOptions } from './delivery/delivery.rules.ts'
export { limitPaymentPages } from './payments/payment-limits.ts'
export { findLatestPayment } from './payments/payment.queries.ts'
export { providersOf } from './payments/payment-deps.ts'
export { nothingToPay, paymentMethods, takesAmount, type PaymentMethod } from './payments/payment-method.ts'
export { tryToOpenPaymentPage } from './payments/payment-page.ts'
export { admitPlatformOrder, cancelUnpaidOrder, placeForPlatform } from './placing/place-for-platform.ts'
export { cashTerms } from './cash/cash-terms.ts'
export { depositFor } from './cash/deposit.rules.ts'
export { couponBase, quoteLines, type Quote } from './placing/quote.ts'
export { paymentJobs } from './payments/payment-jobs.ts'
export { expireOrders } from './order/expire-orders.ts'
export { pollPayments } from './payments/poll-payments.ts'
export { makeOrderNumber } from './placing/new-order.ts'
export { placeOrder } from './placing/place-order.routes.ts'
export { processRefunds } from './refunds/process-refunds.ts'
export { returnRecords } from './returns/return-records.ts'
