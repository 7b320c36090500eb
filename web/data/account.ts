import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { z } from 'zod'
import type {
  Account,
  changePassword,
  deleteAccount,
  deletePicture,
  exportAccount,
  getAccount,
  updateAccount,
} from '#contract/account.ts'
import type { resendVerification } from '#contract/auth.ts'
import { api, apiWithFiles } from '../lib/api.ts'
import { signedOut } from './session.ts'

const accountKey = ['personal', 'account']

/** The details of who is signed in. */
export function useAccount() {
  return useQuery({
    queryKey: accountKey,
    queryFn: async ({ signal }) => (await api<typeof getAccount>('GET', 'account', {}, signal)).data,
  })
}

/** Changes of the account; each rejects with an `ApiError`. */
export function useAccountChanges() {
  const client = useQueryClient()
  const update = useCallback(
    async (input: z.input<typeof updateAccount.input>, picture?: File) => {
      const { data } = picture
        ? await apiWithFiles<typeof updateAccount>('PATCH', 'account', input, { profileimage: picture })
        : await api<typeof updateAccount>('PATCH', 'account', input)
      await keep(client, data)
    },
    [client],
  )
  return {
    update,
    removePicture: async () =>
      keep(client, (await api<typeof deletePicture>('DELETE', 'account/picture', {})).data),
    /** Every other session ends. */
    changePassword: async (input: z.input<typeof changePassword.input>) => {
      await api<typeof changePassword>('POST', 'account/password', input)
      await client.invalidateQueries({ queryKey: ['personal'] })
    },
    remove: async (input: z.input<typeof deleteAccount.input>) => {
      await api<typeof deleteAccount>('DELETE', 'account', input)
      await signedOut(client)
    },
  }
}

/** Everything that is kept about the account, as a file of JSON. */
export async function exportOfAccount(): Promise<Blob> {
  const { data } = await api<typeof exportAccount>('GET', 'account/export', {})
  return new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' })
}

/** Mails the link that confirms the address again; answers what the server says. */
export async function mailVerification(): Promise<string> {
  return (await api<typeof resendVerification>('POST', 'auth/resend-verification', {})).message
}

async function keep(client: QueryClient, account: Account): Promise<void> {
  client.setQueryData(accountKey, account)
  await client.invalidateQueries({ queryKey: ['personal', 'session'] })
}
