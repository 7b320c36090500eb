import { useQueryClient, type QueryKey } from '@tanstack/react-query'
import { ApiError } from '../lib/api.ts'
import { showToast } from '../lib/toasts.ts'

/**
 * Waits for a write of the dashboard, reads what begins with the key anew and says what the server said. What somebody
 * else changed meanwhile is refused with a sentence of what to do.
 */
export function useAdminChange(queryKey: QueryKey) {
  const client = useQueryClient()
  return async (work: Promise<{ message: string }>): Promise<void> => {
    try {
      const { message } = await work
      await client.invalidateQueries({ queryKey })
      showToast('success', message)
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'changed_meanwhile') throw error
      const fields = error.issues?.map(({ path }) => path).join(', ')
      throw new Error(
        `${error.message} ${fields ? `Changed: ${fields}. ` : ''}Copy what you have written, and load this page again.`,
      )
    }
  }
}
