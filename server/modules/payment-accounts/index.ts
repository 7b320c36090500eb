import { accountRoutes } from './accounts/account.routes.ts'
import { testPaymentRoutes } from './test-payments/test-payment.routes.ts'

/** Connections to payment providers, for the settings. */
export const paymentAccountRoutes = [...accountRoutes, ...testPaymentRoutes]

export { paymentAccountAuditSubject } from './accounts/account-audit-subject.ts'
export { listPaymentConnections } from './accounts/account-view.ts'
export { markWebhookSeen } from './accounts/account.writes.ts'
export { paymentAccountJobs } from './payment-account-jobs.ts'
export { onlinePaymentsOf } from './providers/online-payments.ts'
export { walletProvider } from './providers/wallet-provider.ts'
export { rememberProviders } from './providers/remember-providers.ts'
export { hearTestPayment } from './test-payments/ask-test-payment.ts'
export { takesCurrency } from './test-payments/test-payment.rules.ts'
export { noteRefusedMessage } from './test-payments/test-payment.writes.ts'
