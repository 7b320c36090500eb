import { namesIn, plain, undoWith, type AuditSubject } from '#server/modules/audit/index.ts'
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
  listNames: namesIn('redirect', 'from_path'),
  undo: undoWith<RedirectInput>({
    lock: lockRedirect,
    create: createRedirect,
    update: updateRedirect,
    remove: deleteRedirect,
  }),
}
