import { AppError } from '#server/http/errors.ts'
import { flag, named, namesIn, plain, undoWith, type AuditSubject } from '#server/modules/audit/index.ts'
import {
  lockSignal,
  resetSignal,
  restoreSignal,
  type CountedProduct,
  type SignalState,
} from '../signal/signal.writes.ts'
import { lockSuggestion, updateSuggestion } from '../suggestions/suggestion.writes.ts'
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

const idsOf = (value: unknown) =>
  Array.isArray(value) ? (value as CountedProduct[]).map(({ id }) => id) : []

const searchSignalAuditSubject: AuditSubject = {
  subject: 'search_signal',
  noun: 'Clicks and orders of a search',
  permission: 'marketing',
  fields: {
    q: plain('Search query'),
    products: {
      name: 'Lifted products',
      format: (value, formatters) => idsOf(value).map((id) => formatters.nameOf('product', id)),
      references: { subject: 'product', ids: idsOf },
    },
  },
  listNames: namesIn('search_signal', 'q'),
  undo: {
    read: lockSignal,
    create: (tx, write, id, state) => restoreSignal(tx, write, id, state as unknown as SignalState),
    remove: resetSignal,
    update() {
      throw new AppError(409, 'not_undoable', 'Clicks and orders can only be reset')
    },
  },
}

const synonymSuggestionAuditSubject: AuditSubject = {
  subject: 'synonym_suggestion',
  noun: 'Suggested synonyms',
  permission: 'marketing',
  fields: { failed: plain('Failed search'), worked: plain('Replaced by'), dismissed: flag('Dismissed') },
  async listNames(db, shopId, ids) {
    if (ids.length === 0) return new Map()
    const rows = await db
      .selectFrom('synonym_suggestion')
      .select(['id', 'failed', 'worked'])
      .where('config_id', '=', shopId)
      .where('id', 'in', ids)
      .execute()
    return new Map(rows.map(({ id, failed, worked }) => [id, `${failed}, ${worked}`]))
  },
  undo: { read: lockSuggestion, update: updateSuggestion },
}

/** How the audit log shows the staff's changes of searches and undoes them. */
export const searchAuditSubjects: readonly AuditSubject[] = [
  synonymAuditSubject,
  searchRuleAuditSubject,
  searchSignalAuditSubject,
  synonymSuggestionAuditSubject,
]
