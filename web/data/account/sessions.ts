import { useQuery, useQueryClient } from '@tanstack/react-query'
import type {
  deleteSession,
  deleteSessions,
  getSessions,
  SessionSummary,
} from '#contract/identity/account.ts'
import { api } from '#web/lib/api.ts'
import { signedOut } from './session.ts'

const sessionsKey = ['personal', 'sessions']

/** The sessions of this account, newest first. */
export function useSessions() {
  return useQuery({
    queryKey: sessionsKey,
    queryFn: async ({ signal }) =>
      (await api<typeof getSessions>('GET', 'account/sessions', {}, signal)).data,
  })
}

/** Ends sessions; each rejects with an `ApiError`. */
export function useSessionChanges() {
  const client = useQueryClient()
  return {
    end: async ({ id }: SessionSummary) => {
      await api<typeof deleteSession>('DELETE', 'account/sessions/:id', { id })
      await client.invalidateQueries({ queryKey: sessionsKey })
    },
    /** Includes the session of this browser. */
    endAll: async () => {
      await api<typeof deleteSessions>('DELETE', 'account/sessions', {})
      await signedOut(client)
    },
  }
}
