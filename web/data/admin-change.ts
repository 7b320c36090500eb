import { useQueryClient, type QueryKey } from '@tanstack/react-query'
import { showToast } from '../lib/toasts.ts'
import { auditKey } from './admin-audit.ts'

/** Waits for a write of the dashboard, reads what begins with the key anew and says what the server said. */
export function useAdminChange(queryKey: QueryKey) {
  const client = useQueryClient()
  return async (work: Promise<{ message: string }>): Promise<void> => {
    const { message } = await work
    await client.invalidateQueries({ queryKey: auditKey })
    await client.invalidateQueries({ queryKey })
    showToast('success', message)
  }
}
