import type { AuditSubject } from '#server/modules/audit/index.ts'

/** Imports that staff withdraw. What an import writes has the nouns of its records. */
export const importAuditSubject: AuditSubject = {
  subject: 'data_import',
  noun: 'Import',
  permission: 'content',
  fields: { step: { name: 'State' } },
  async listNames(db, shopId, ids) {
    const rows = await db
      .selectFrom('data_import')
      .select(['id', 'file_name'])
      .where('config_id', '=', shopId)
      .where('id', 'in', ids)
      .execute()
    return new Map(rows.map((row) => [row.id, row.file_name]))
  },
  undoRefusal: 'A withdrawn import cannot be continued. Upload the file again.',
}
