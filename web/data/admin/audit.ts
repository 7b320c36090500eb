import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import type { getAudit, undoAudit } from '#contract/audit/audit.ts'
import { call } from '#web/lib/call.ts'
import { adminKey } from './list.ts'
import { useAdminMutation } from './use-admin-mutation.ts'

export type UndoInput = z.input<typeof undoAudit.input>
type UndoOutput = z.output<typeof undoAudit.answer>

/** A page of the audit log. The last page stays in view until the next one arrives. */
export function useAudit(query: z.input<typeof getAudit.input>) {
  return useQuery({
    queryKey: adminKey('audit', query),
    queryFn: ({ signal }) => call('GET admin/audit', query, { signal }),
    placeholderData: keepPreviousData,
  })
}

/** The people and nouns that the log can be filtered by. */
export function useAuditFilters() {
  return useQuery({
    queryKey: adminKey('audit', 'filters'),
    queryFn: async ({ signal }) => (await call('GET admin/audit/filters', {}, { signal })).data,
  })
}

/** Undoes changes. It refreshes all queries, because any page may show what was undone. */
export const useUndo = (success?: (output: UndoOutput) => string | null) =>
  useAdminMutation((input: UndoInput) => call('POST admin/audit/undo', input), {
    refresh: [],
    failure: 'This could not be undone. Please try again.',
    ...(success && { success }),
  })
