export { emailRecords } from './email-records.ts'
export { emailRoutes } from './email.routes.ts'
export { emailAuditSubject } from './email-audit-subject.ts'
export { sendEmail, sendEmailOnce } from './email.writes.ts'
export { emailJob } from './email.job.ts'
export { sentOrNot } from './sent-or-not.ts'
export {
  emailChangeEmail,
  invitationEmail,
  passwordChangedEmail,
  resetEmail,
  welcomeEmail,
} from './templates/account.ts'
export { giftCardEmail } from './templates/gift-card.ts'
export { frame, type EmailContent, type EmailInput, type Paragraph } from './templates/frame.ts'
export type { OrderSummary } from './templates/order-table.ts'
export { orderEmail, orderLinkEmail, type OrderEmailKind, type OrderHandover } from './templates/order.ts'
export { returnEmail, type ReturnEmailKind } from './templates/return.ts'
export { reviewRequestEmail } from './templates/review-request.ts'
export {
  commentPostedEmail,
  commentReportedEmail,
  lowStockEmail,
  orderPlacedEmail,
} from './templates/staff-notifications.ts'
