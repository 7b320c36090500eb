import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import type { undoAudit } from '#contract/audit/audit.ts'
import { call, type CallInput } from '#web/lib/call.ts'
import { adminData, adminQuery } from './query.ts'
import { useAdminMutation } from './use-admin-mutation.ts'

export type UndoInput = CallInput<'POST admin/audit/undo'>
type UndoOutput = z.output<typeof undoAudit.answer>

/** A page of the audit log. The last page stays in view until the next one arrives. */
export function useAudit(query: CallInput<'GET admin/audit'>) {
  return useQuery({
    ...adminQuery('GET admin/audit', query),
    placeholderData: keepPreviousData,
  })
}

/** The people and nouns that the log can be filtered by. */
export function useAuditFilters() {
  return useQuery({
    ...adminData('GET admin/audit/filters', {}),
  })
}

/** Undoes changes. It refreshes all queries, because any page may show what was undone. */
export const useUndo = (success?: (output: UndoOutput) => string | null) =>
  useAdminMutation((input: UndoInput) => call('POST admin/audit/undo', input), {
    refresh: [],
    failure: 'This could not be undone. Please try again.',
    ...(success && { success }),
  })
