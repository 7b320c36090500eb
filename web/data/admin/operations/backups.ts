import { useQuery } from '@tanstack/react-query'
import type { Backup } from '#contract/backup/backup.ts'
import { call } from '#web/lib/call.ts'
import { adminData } from '../query.ts'
import { useAdminMutation } from '../use-admin-mutation.ts'

const RUNNING_POLL_MS = 1000

/** Whether a backup waits or runs. */
export const isUnderWay = ({ state }: Backup): boolean => state === 'waiting' || state === 'running'

/** The latest backups; polls while one is under way. */
export function useBackups() {
  return useQuery({
    ...adminData('GET admin/backups', {}),
    refetchInterval: ({ state }) => (state.data?.data.backups.some(isUnderWay) ? RUNNING_POLL_MS : false),
  })
}

/** Starts a backup. The page shows its progress, so no toast confirms it. */
export const useRequestBackup = () =>
  useAdminMutation(() => call('POST admin/backups', {}), { success: () => null })
