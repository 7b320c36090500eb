import type { AuditSubject } from './modules/audit/index.ts'
import { agentsAuditSubjects } from './modules/agents/index.ts'
import { carrierAuditSubject } from './modules/carriers/index.ts'
import { catalogAuditSubjects } from './modules/catalog/index.ts'
import { commentAuditSubject } from './modules/comments/index.ts'
import { pageAuditSubject } from './modules/content/index.ts'
import { creditAuditSubjects } from './modules/credit/index.ts'
import { customFieldAuditSubjects } from './modules/custom-fields/index.ts'
import { emailAuditSubject } from './modules/email/index.ts'
import { shopExportAuditSubject } from './modules/export/index.ts'
import { identityAuditSubjects } from './modules/identity/index.ts'
import { importAuditSubject } from './modules/imports/index.ts'
import { orderAuditSubjects } from './modules/orders/index.ts'
import { paymentAccountAuditSubject } from './modules/payment-accounts/index.ts'
import { couponAuditSubject } from './modules/promotions/index.ts'
import { redirectAuditSubject } from './modules/redirects/index.ts'
import { searchAuditSubjects } from './modules/search/index.ts'
import { settingsAuditSubjects } from './modules/settings/index.ts'
import { shopAuditSubject } from './modules/shop/index.ts'
import { stockAuditSubject } from './modules/stock/index.ts'
import { webhookAuditSubject } from './modules/webhooks/index.ts'

/** All nouns of the audit log: the names of their changes, and how to undo them. */
export const auditSubjects: readonly AuditSubject[] = [
  ...catalogAuditSubjects,
  ...customFieldAuditSubjects,
  stockAuditSubject,
  pageAuditSubject,
  redirectAuditSubject,
  commentAuditSubject,
  shopAuditSubject,
  ...settingsAuditSubjects,
  ...identityAuditSubjects,
  couponAuditSubject,
  ...searchAuditSubjects,
  emailAuditSubject,
  ...orderAuditSubjects,
  shopExportAuditSubject,
  importAuditSubject,
  webhookAuditSubject,
  carrierAuditSubject,
  paymentAccountAuditSubject,
  ...creditAuditSubjects,
  ...agentsAuditSubjects,
]
