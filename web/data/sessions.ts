import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { deleteSession, deleteSessions, getSessions, SignedInAt } from '#contract/account.ts'
import { api } from '../lib/api.ts'
import { signedOut } from './session.ts'

const sessionsKey = ['personal', 'sessions']

/** Where this account is signed in, newest first. */
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
    end: async ({ id }: SignedInAt) => {
      await api<typeof deleteSession>('DELETE', 'account/sessions/:id', { id })
      await client.invalidateQueries({ queryKey: sessionsKey })
    },
    /** Here too. */
    endAll: async () => {
      await api<typeof deleteSessions>('DELETE', 'account/sessions', {})
      await signedOut(client)
    },
  }
}
