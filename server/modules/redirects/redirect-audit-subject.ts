import { plain, type AuditSubject } from '#server/modules/audit/index.ts'
import {
  createRedirect,
  deleteRedirect,
  lockRedirect,
  updateRedirect,
  type RedirectInput,
} from './redirect.writes.ts'

/** Redirects in the audit log. */
export const redirectAuditSubject: AuditSubject = {
  subject: 'redirect',
  noun: 'Redirect',
  permission: 'content',
  fields: { from: plain('From'), to: plain('To') },
  async listNames(db, shopId, ids) {
    if (ids.length === 0) return new Map()
    const rows = await db
      .selectFrom('redirect')
      .select(['id', 'from_path'])
      .where('config_id', '=', shopId)
      .where('id', 'in', ids)
      .execute()
    return new Map(rows.map(({ id, from_path: name }) => [id, name]))
  },
  undo: {
    read: lockRedirect,
    create: async (tx, write, id, state) =>
      void (await createRedirect(tx, write, state as unknown as RedirectInput, id)),
    update: (tx, write, id, fields) => updateRedirect(tx, write, id, fields),
    remove: deleteRedirect,
  },
}
