import { named, plain, type AuditSubject } from '#server/modules/audit/index.ts'
import { createRule, deleteRule, lockRule, updateRule, type RuleInput } from './rule.writes.ts'
import {
  createSynonym,
  deleteSynonym,
  lockSynonym,
  updateSynonym,
  type SynonymInput,
} from './synonym.writes.ts'

const synonymAuditSubject: AuditSubject = {
  subject: 'search_synonym',
  noun: 'Synonyms',
  permission: 'marketing',
  fields: { words: plain('Words') },
  async listNames(db, shopId, ids) {
    if (ids.length === 0) return new Map()
    const rows = await db
      .selectFrom('search_synonym')
      .select(['id', 'words'])
      .where('config_id', '=', shopId)
      .where('id', 'in', ids)
      .execute()
    return new Map(rows.map(({ id, words }) => [id, words.join(', ')]))
  },
  undo: {
    read: lockSynonym,
    create: async (tx, write, id, state) =>
      void (await createSynonym(tx, write, state as unknown as SynonymInput, id)),
    update: (tx, write, id, fields) => updateSynonym(tx, write, id, fields),
    remove: deleteSynonym,
  },
}

const searchRuleAuditSubject: AuditSubject = {
  subject: 'search_rule',
  noun: 'Search rule',
  permission: 'marketing',
  fields: {
    q: plain('Search query'),
    pinned: named('Pinned', 'product'),
    hidden: named('Hidden', 'product'),
  },
  async listNames(db, shopId, ids) {
    if (ids.length === 0) return new Map()
    const rows = await db
      .selectFrom('search_rule')
      .select(['id', 'q'])
      .where('config_id', '=', shopId)
      .where('id', 'in', ids)
      .execute()
    return new Map(rows.map(({ id, q }) => [id, q]))
  },
  undo: {
    read: lockRule,
    create: async (tx, write, id, state) =>
      void (await createRule(tx, write, state as unknown as RuleInput, id)),
    update: (tx, write, id, fields) => updateRule(tx, write, id, fields),
    remove: deleteRule,
  },
}

/** How the audit log shows synonyms and search rules and undoes their changes. */
export const searchAuditSubjects: readonly AuditSubject[] = [synonymAuditSubject, searchRuleAuditSubject]
