import { moment, type AuditSubject } from '#server/modules/audit/index.ts'

/** Exports of the whole shop in the audit log. */
export const shopExportAuditSubject: AuditSubject = {
  subject: 'data_export',
  noun: 'Export',
  permission: 'staff',
  fields: { requested: moment('Requested') },
  listNames: async (_db, _shopId, ids) => new Map(ids.map((id) => [id, `Export ${id}`])),
  undoRefusal: 'An export cannot be undone. Its file is removed after a day.',
}
