import { flag, namesIn, plain, type AuditSubject } from '#server/modules/audit/index.ts'
import { deleteWebhook, lockWebhook, updateWebhook } from './webhook.writes.ts'

/** Webhooks in the audit log, without their secrets. */
export const webhookAuditSubject: AuditSubject = {
  subject: 'webhook',
  noun: 'Webhook',
  permission: 'settings',
  fields: {
    url: plain('Address'),
    kinds: plain('Events'),
    active: flag('Active'),
    secretReplaced: {
      ...flag('Secret replaced'),
      undoRefusal: 'A replaced secret can’t be restored',
    },
    tested: { ...flag('Test delivery'), undoRefusal: 'A delivery can’t be undone' },
    replayed: { ...plain('Events delivered again'), undoRefusal: 'A delivery can’t be undone' },
    replayedTo: { ...plain('Delivered to'), undoRefusal: 'A delivery can’t be undone' },
  },
  listNames: namesIn('webhook', 'url'),
  undo: {
    read: lockWebhook,
    update: (tx, write, id, fields) => updateWebhook(tx, write, id, fields),
    remove: deleteWebhook,
  },
}
