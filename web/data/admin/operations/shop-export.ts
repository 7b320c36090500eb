import { useQuery } from '@tanstack/react-query'
import { call } from '#web/lib/call.ts'
import { adminData } from '../query.ts'
import { useAdminMutation } from '../use-admin-mutation.ts'

const RUNNING_POLL_MS = 1000

/** The exports of the whole shop; polls while one is running. */
export function useShopExports(enabled: boolean) {
  return useQuery({
    ...adminData('GET admin/archives', {}),
    refetchInterval: ({ state }) =>
      state.data?.data.some(({ state: each }) => each === 'waiting' || each === 'running')
        ? RUNNING_POLL_MS
        : false,
    enabled,
  })
}

/** Starts an export. The page shows its progress, so no toast confirms it. */
export const useRequestShopExport = () =>
  useAdminMutation(() => call('POST admin/archives', {}), { success: () => null })
