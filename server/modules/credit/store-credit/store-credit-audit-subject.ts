import { money, namesIn, plain, type AuditSubject } from '#server/modules/audit/index.ts'

/** The store credit of customers in the audit log, under the id of the customer. */
export const storeCreditAuditSubject: AuditSubject = {
  subject: 'store_credit',
  noun: 'Store credit',
  permission: 'refunds',
  fields: { balance: money('Balance'), reason: plain('Reason') },
  listNames: namesIn('app_user', 'full_name'),
  undoRefusal: 'Entries of the ledger are final. Correct the balance of the customer instead',
}
