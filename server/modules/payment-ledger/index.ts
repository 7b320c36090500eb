export { upiPayment } from './upi.ts'
export {
  cashProblem,
  offlineMethodIds,
  nothingToPay,
  paidDirectly,
  paymentMethods,
  paymentName,
  transferMethods,
  type PaymentMethod,
} from './payment-method.ts'
export {
  findLatestPayment,
  findPaidPayment,
  findPaymentByReference,
  lockPayment,
  type PaymentKey,
  type PaymentRow,
} from './payment.queries.ts'
export {
  abandonPayments,
  addPaidAmount,
  changePaymentAmount,
  claimProviderEvent,
  endPayment,
  latestPaymentPaid,
  paymentInsert,
  pollSoon,
  replacePayment,
  savePaymentPage,
  type ProviderEvent,
} from './payment.writes.ts'
export { awaitsStaff } from './refund.rules.ts'
export {
  addRefundedAmount,
  addRefundedLines,
  insertFullRefund,
  insertRefund,
  type RefundedLine,
} from './refund.writes.ts'
