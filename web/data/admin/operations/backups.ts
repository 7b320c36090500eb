import { useQuery } from '@tanstack/react-query'
import type { Backup, getBackups, requestBackup } from '#contract/backup/backup.ts'
import { api } from '#web/lib/api.ts'
import { adminKey } from '../list.ts'
import { useAdminMutation } from '../use-admin-mutation.ts'

const RUNNING_POLL_MS = 1000

/** Whether a backup waits or runs. */
export const isUnderWay = ({ state }: Backup): boolean => state === 'waiting' || state === 'running'

/** The latest backups; polls while one is under way. */
export function useBackups() {
  return useQuery({
    queryKey: adminKey('backups'),
    queryFn: async ({ signal }) => (await api<typeof getBackups>('GET', 'admin/backups', {}, signal)).data,
    refetchInterval: ({ state }) => (state.data?.backups.some(isUnderWay) ? RUNNING_POLL_MS : false),
  })
}

/** Starts a backup. The page shows its progress, so no toast confirms it. */
export const useRequestBackup = () =>
  useAdminMutation(() => api<typeof requestBackup>('POST', 'admin/backups', {}), { success: () => null })
