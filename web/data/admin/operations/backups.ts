import { useQuery } from '@tanstack/react-query'
import type { Backup } from '#contract/backup/backup.ts'
import { call } from '#web/lib/call.ts'
import { adminKey } from '../list.ts'
import { useAdminMutation } from '../use-admin-mutation.ts'

const RUNNING_POLL_MS = 1000

/** Whether a backup waits or runs. */
export const isUnderWay = ({ state }: Backup): boolean => state === 'waiting' || state === 'running'

/** The latest backups; polls while one is under way. */
export function useBackups() {
  return useQuery({
    queryKey: adminKey('backups'),
    queryFn: async ({ signal }) => (await call('GET admin/backups', {}, { signal })).data,
    refetchInterval: ({ state }) => (state.data?.backups.some(isUnderWay) ? RUNNING_POLL_MS : false),
  })
}

/** Starts a backup. The page shows its progress, so no toast confirms it. */
export const useRequestBackup = () =>
  useAdminMutation(() => call('POST admin/backups', {}), { success: () => null })
