import type { AuditEntry } from '#contract/audit/audit.ts'

const verbs = { create: 'added', update: 'changed', delete: 'deleted' }
const undoVerbs = { create: 'restored', update: 'undid a change to', delete: 'removed again' }

/** "changed", or "restored" for an undo. */
export const verbOf = ({ action, effect }: Pick<AuditEntry, 'action' | 'effect'>) =>
  action === 'undo' ? undoVerbs[effect] : verbs[effect]

/** "category Mugs" */
export const recordOf = ({ noun, name }: Pick<AuditEntry, 'noun' | 'name'>) => `${noun.toLowerCase()} ${name}`

/** "Name, Offer and 3 more" */
export function fieldsOf({ changes }: Pick<AuditEntry, 'changes'>): string {
  const names = changes.map(({ name }) => name)
  return names.length > 3 ? `${names.slice(0, 2).join(', ')} and ${names.length - 2} more` : names.join(', ')
}
