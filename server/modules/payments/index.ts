export { takeDuePayments, type DuePayment } from './due.writes.ts'
export { paymentMethods, paymentName, type PaymentMethodRow } from './payment-method.ts'
export {
  findPayment,
  findToldPayment,
  lockPayment,
  type PaymentKey,
  type PaymentRow,
} from './payment.queries.ts'
export {
  askSoon,
  endPayment,
  giveUpPayments,
  insertPayment,
  markPaid,
  notePage,
  takeNews,
} from './payment.writes.ts'
