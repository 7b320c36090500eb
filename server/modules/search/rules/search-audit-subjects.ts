import { named, namesIn, plain, undoWith, type AuditSubject } from '#server/modules/audit/index.ts'
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
  undo: undoWith<SynonymInput>({
    lock: lockSynonym,
    create: createSynonym,
    update: updateSynonym,
    remove: deleteSynonym,
  }),
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
  listNames: namesIn('search_rule', 'q'),
  undo: undoWith<RuleInput>({ lock: lockRule, create: createRule, update: updateRule, remove: deleteRule }),
}

/** How the audit log shows synonyms and search rules and undoes their changes. */
export const searchAuditSubjects: readonly AuditSubject[] = [synonymAuditSubject, searchRuleAuditSubject]
