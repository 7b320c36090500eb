import { useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import type { acceptInvitation, joinStaff, openInvitation } from '#contract/invitation.ts'
import { api } from '../lib/api.ts'

/** What the link of an invitation is for. A link that is not good stays so: it is asked once. */
export function useInvitation(token: string) {
  return useQuery({
    queryKey: ['invitation', token],
    queryFn: async ({ signal }) =>
      (await api<typeof openInvitation>('POST', 'auth/invitation', { token }, signal)).data,
    retry: false,
    staleTime: Infinity,
    gcTime: 0,
  })
}

/** Makes the account of who was invited. Rejects with an `ApiError`. */
export async function acceptWithNewAccount(input: z.input<typeof acceptInvitation.input>): Promise<void> {
  await api<typeof acceptInvitation>('POST', 'auth/accept-invitation', input)
}

/** Gives the role to the account that is there. Rejects with an `ApiError`. */
export async function acceptWithAccount(input: z.input<typeof joinStaff.input>): Promise<void> {
  await api<typeof joinStaff>('POST', 'auth/join-staff', input)
}
