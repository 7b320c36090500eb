import { moment, plain, type AuditSubject } from '#server/modules/audit/index.ts'

/** Drafts of orders in the audit log. */
export const orderDraftAuditSubject: AuditSubject = {
  subject: 'order_draft',
  noun: 'Draft order',
  permission: 'orders',
  fields: { number: plain('Number'), savedAt: moment('Saved'), heldUntil: moment('Items held until') },
  async listNames(db, shopId, ids) {
    if (ids.length === 0) return new Map()
    const rows = await db
      .selectFrom('order_draft')
      .select(['id', 'number'])
      .where('config_id', '=', shopId)
      .where('id', 'in', ids)
      .execute()
    return new Map(rows.map(({ id, number }) => [id, number]))
  },
  undoRefusal: 'Delete the draft, or cancel the order that was placed from it',
}
