import type { JournalEntry } from '#contract/audit.ts'

const verbs = { create: 'added', update: 'changed', delete: 'deleted' }
const revertVerbs = { create: 'brought back', update: 'put back', delete: 'took away again' }

/** "changed", or "put back" where it was a revert. */
export const verbOf = ({ action, did }: Pick<JournalEntry, 'action' | 'did'>) =>
  action === 'revert' ? revertVerbs[did] : verbs[did]

/** "category Mugs" */
export const recordOf = ({ noun, name }: Pick<JournalEntry, 'noun' | 'name'>) =>
  `${noun.toLowerCase()} ${name}`

/** "Name, Offer and 3 more" */
export function fieldsOf({ changes }: Pick<JournalEntry, 'changes'>): string {
  const names = changes.map(({ name }) => name)
  return names.length > 3 ? `${names.slice(0, 2).join(', ')} and ${names.length - 2} more` : names.join(', ')
}
