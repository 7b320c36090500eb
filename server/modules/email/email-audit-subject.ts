import { moment, plain, type AuditSubject } from '#server/modules/audit/index.ts'

/** Emails that staff resent, in the audit log. Sending cannot be undone. */
export const emailAuditSubject: AuditSubject = {
  subject: 'email',
  noun: 'Email',
  permission: 'settings',
  fields: { template: plain('Kind'), recipient: plain('To'), resent: moment('Resent') },
  async listNames(db, shopId, ids) {
    if (ids.length === 0) return new Map()
    const rows = await db
      .selectFrom('email')
      .select(['id', 'subject'])
      .where('config_id', '=', shopId)
      .where('id', 'in', ids)
      .execute()
    return new Map(rows.map(({ id, subject }) => [id, subject]))
  },
}
