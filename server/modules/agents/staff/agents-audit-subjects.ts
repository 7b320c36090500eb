import { flag, namesIn, plain, type AuditSubject } from '#server/modules/audit/index.ts'
import { lockPlatform, updatePlatform } from './block-platform.writes.ts'

/** Platforms and the signing key in the audit log. */
export const agentsAuditSubjects: readonly AuditSubject[] = [
  {
    subject: 'agent_platform',
    noun: 'Agent platform',
    permission: 'settings',
    fields: { blocked: flag('Blocked') },
    listNames: namesIn('agent_platform', 'profile_url'),
    undo: { read: lockPlatform, update: updatePlatform },
  },
  {
    subject: 'signing_key',
    noun: 'Signing key',
    permission: 'settings',
    fields: { kid: plain('Key') },
    // The rows have no number: all keys of a shop are one record of the log.
    listNames: async (_db, _shopId, ids) => new Map(ids.map((id) => [id, 'Key for agents'])),
    undoRefusal: 'A replaced key can’t be restored',
  },
]
