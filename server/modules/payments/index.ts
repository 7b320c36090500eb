import { paymentRoutes as shopperPaymentRoutes } from './payment.routes.ts'
import { refundRoutes } from './refund.routes.ts'

/** The routes of payments and refunds. */
export const paymentRoutes = [...shopperPaymentRoutes, ...refundRoutes]

export { paymentJobs } from './payment-jobs.ts'
export { limitPaymentPages } from './payment-limits.ts'
export { tryToOpenPaymentPage } from './payment-page.ts'
export { pollPayments } from './poll-payments.ts'
export { quoteRefund, refundOrder } from './refund-order.writes.ts'
export { processRefunds } from './process-refunds.ts'
