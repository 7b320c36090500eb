import { moment, namesIn, plain, type AuditSubject } from '#server/modules/audit/index.ts'

/** Emails that staff resent, in the audit log. Sending cannot be undone. */
export const emailAuditSubject: AuditSubject = {
  subject: 'email',
  noun: 'Email',
  permission: 'settings',
  fields: { template: plain('Kind'), recipient: plain('To'), resent: moment('Resent') },
  listNames: namesIn('email', 'subject'),
}
