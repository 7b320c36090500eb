import type { CallInput } from '#web/lib/call.ts'
import { useAdminCall } from './use-admin-mutation.ts'

export type UndoInput = CallInput<'POST admin/audit/undo'>

/** Undoes changes. It refreshes all queries, because any page may show what was undone. */
export const useUndo = (options?: { success: null }) =>
  useAdminCall('POST admin/audit/undo', {
    refresh: [],
    failure: 'This could not be undone. Please try again.',
    ...options,
  })
