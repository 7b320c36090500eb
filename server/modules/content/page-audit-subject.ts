import { plain, type AuditSubject } from '#server/modules/audit/index.ts'
import {
  createContentPage,
  deleteContentPage,
  lockContentPage,
  updateContentPage,
  type ContentPageInput,
} from './content-page.writes.ts'

/** Content pages in the audit log. */
export const pageAuditSubject: AuditSubject = {
  subject: 'content_page',
  noun: 'Page',
  permission: 'content',
  fields: { title: plain('Title'), slug: plain('URL handle'), body: plain('Text') },
  async listNames(db, shopId, ids) {
    if (ids.length === 0) return new Map()
    const rows = await db
      .selectFrom('content_page')
      .select(['id', 'title'])
      .where('config_id', '=', shopId)
      .where('id', 'in', ids)
      .execute()
    return new Map(rows.map(({ id, title }) => [id, title]))
  },
  undo: {
    read: lockContentPage,
    create: async (tx, write, id, state) =>
      void (await createContentPage(tx, write, state as unknown as ContentPageInput, id)),
    update: (tx, write, id, fields) => updateContentPage(tx, write, id, fields),
    remove: deleteContentPage,
  },
}
