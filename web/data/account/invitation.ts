import { useQuery } from '@tanstack/react-query'
import { call, type CallInput } from '#web/lib/call.ts'

/** The invitation behind an emailed link. An invalid link stays invalid, so it is not retried. */
export function useInvitation(token: string) {
  return useQuery({
    queryKey: ['invitation', token],
    queryFn: async ({ signal }) => (await call('POST auth/invitation', { token }, { signal })).data,
    retry: false,
    staleTime: Infinity,
    gcTime: 0,
  })
}

/** Accepts the invitation with a new account. Rejects with an `ApiError`. */
export async function createInvitedAccount(input: CallInput<'POST auth/accept-invitation'>): Promise<void> {
  await call('POST auth/accept-invitation', input)
}

/** Accepts the invitation with the existing account. Rejects with an `ApiError`. */
export async function joinWithAccount(input: CallInput<'POST auth/join-staff'>): Promise<void> {
  await call('POST auth/join-staff', input)
}
