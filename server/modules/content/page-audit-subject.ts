import { namesIn, plain, undoWith, type AuditSubject } from '#server/modules/audit/index.ts'
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
  listNames: namesIn('content_page', 'title'),
  undo: undoWith<ContentPageInput>({
    lock: lockContentPage,
    create: createContentPage,
    update: updateContentPage,
    remove: deleteContentPage,
  }),
}
