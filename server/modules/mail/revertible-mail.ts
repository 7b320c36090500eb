import { moment, plain, type Revertible } from '#server/modules/journal/index.ts'

/** What staff did with mails, as the journal shows it. What is sent is sent: nothing can be put back. */
export const revertibleMail: Revertible = {
  subject: 'mail',
  noun: 'Mail',
  permission: 'settings',
  fields: { template: plain('Kind'), recipient: plain('To'), resent: moment('Sent again') },
  async listNames(db, configId, ids) {
    if (ids.length === 0) return new Map()
    const rows = await db
      .selectFrom('mail')
      .select(['id', 'subject'])
      .where('config_id', '=', configId)
      .where('id', 'in', ids)
      .execute()
    return new Map(rows.map(({ id, subject }) => [id, subject]))
  },
}
