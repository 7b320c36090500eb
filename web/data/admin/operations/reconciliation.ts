import { useQuery } from '@tanstack/react-query'
import { call } from '#web/lib/call.ts'
import { adminData } from '../query.ts'
import { useAdminMutation } from '../use-admin-mutation.ts'

const RUNNING_POLL_MS = 1000

/** The latest reconciliation; polls while one is running. */
export function useReconciliation() {
  return useQuery({
    ...adminData('GET admin/reconciliation', {}),
    refetchInterval: ({ state }) => (state.data?.data.isRunning ? RUNNING_POLL_MS : false),
  })
}

/** Starts a reconciliation. The page shows its progress, so no toast confirms it. */
export const useRequestReconciliation = () =>
  useAdminMutation(() => call('POST admin/reconciliation/check', {}), {
    success: () => null,
  })
