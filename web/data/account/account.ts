import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { Account } from '#contract/identity/account.ts'
import { call, type CallInput } from '#web/lib/call.ts'
import { query } from '../query.ts'
import { signedOut } from './session.ts'

const accountKey = ['personal', 'account']

/** The details of the signed-in user. */
export function useAccount() {
  return useQuery(query('GET account', {}, accountKey))
}

/** Changes to the account; each rejects with an `ApiError`. */
export function useAccountChanges() {
  const client = useQueryClient()
  const update = useCallback(
    async (input: CallInput<'PATCH account'>, image?: File) => {
      const files = image && { profileimage: image }
      const { data } = await call('PATCH account', input, { files })
      await cacheAccount(client, data)
    },
    [client],
  )
  return {
    update,
    removeImage: async () => cacheAccount(client, (await call('DELETE account/image', {})).data),
    /** Also ends every other session. */
    changePassword: async (input: CallInput<'POST account/password'>) => {
      await call('POST account/password', input)
      await client.invalidateQueries({ queryKey: ['personal'] })
    },
    remove: async (input: CallInput<'DELETE account'>) => {
      await call('DELETE account', input)
      await signedOut(client)
    },
  }
}

/** All data of the account as a JSON file. */
export async function exportAccountData(): Promise<Blob> {
  const { data } = await call('GET account/export', {})
  return new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' })
}

/** Sends the confirmation link again; returns the server's message. */
export async function resendVerificationEmail(): Promise<string> {
  return (await call('POST auth/resend-verification', {})).message
}

async function cacheAccount(client: QueryClient, account: Account): Promise<void> {
  client.setQueryData(accountKey, account)
  await client.invalidateQueries({ queryKey: ['personal', 'session'] })
}
