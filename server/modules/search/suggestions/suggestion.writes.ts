import type { Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import { recordWrites, type WriteContext } from '#server/modules/audit/index.ts'

/** What staff change of a suggestion. */
export interface SuggestionInput {
  dismissed: boolean
}

const suggestions = recordWrites({
  table: 'synonym_suggestion',
  columns: { failed: 'failed', worked: 'worked', dismissed: 'dismissed' },
  missing: () => new AppError(404, 'not_found', 'There is no such suggestion'),
})

/** The stored suggestion, locked until the transaction ends. AppError 404 if it does not exist. */
export const lockSuggestion = suggestions.lock

/** Dismisses a suggestion, or shows it again. AppError 404 if it does not exist. */
export async function updateSuggestion(
  tx: Transaction,
  context: WriteContext,
  id: number,
  { dismissed }: Partial<SuggestionInput>,
): Promise<void> {
  const before = await lockSuggestion(tx, context.shopId, id)
  await suggestions.update(tx, context, id, {
    before,
    after: { ...before, dismissed: dismissed ?? before.dismissed },
  })
}
