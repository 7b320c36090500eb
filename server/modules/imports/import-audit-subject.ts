import { namesIn, type AuditSubject } from '#server/modules/audit/index.ts'

/** Imports that staff withdraw. What an import writes has the nouns of its records. */
export const importAuditSubject: AuditSubject = {
  subject: 'data_import',
  noun: 'Import',
  permission: 'content',
  fields: { step: { name: 'State' } },
  listNames: namesIn('data_import', 'file_name'),
  undoRefusal: 'A withdrawn import cannot be continued. Upload the file again.',
}
