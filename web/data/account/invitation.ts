import { useQuery } from '@tanstack/react-query'
import { call, type CallInput } from '#web/lib/call.ts'
import { query } from '../query.ts'

/** The invitation behind an emailed link. An invalid link stays invalid, so it is not retried. */
export function useInvitation(token: string) {
  return useQuery({
    ...query('POST auth/invitation', { token }),
    retry: false,
    staleTime: Infinity,
    gcTime: 0,
  })
}

export type NewAccount = CallInput<'POST auth/accept-invitation'>

/** Accepts the invitation with a new account. Rejects with an `ApiError`. */
export async function createInvitedAccount(input: NewAccount): Promise<void> {
  await call('POST auth/accept-invitation', input)
}

/** Accepts the invitation with the existing account. Rejects with an `ApiError`. */
export async function joinWithAccount(input: CallInput<'POST auth/join-staff'>): Promise<void> {
  await call('POST auth/join-staff', input)
}
