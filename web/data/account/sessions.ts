import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { SessionSummary } from '#contract/identity/account.ts'
import { call } from '#web/lib/call.ts'
import { query } from '../query.ts'
import { signedOut } from './session.ts'

const sessionsKey = ['personal', 'sessions']

/** The sessions of this account, newest first. */
export function useSessions() {
  return useQuery(query('GET account/sessions', {}, sessionsKey))
}

/** Ends sessions; each rejects with an `ApiError`. */
export function useSessionChanges() {
  const client = useQueryClient()
  return {
    end: async ({ id }: SessionSummary) => {
      await call('DELETE account/sessions/:id', { id })
      await client.invalidateQueries({ queryKey: sessionsKey })
    },
    /** Includes the session of this browser. */
    endAll: async () => {
      await call('DELETE account/sessions', {})
      await signedOut(client)
    },
  }
}
