import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import type { Address, addressInput } from '#contract/identity/account.ts'
import { call } from '#web/lib/call.ts'
import { query } from '../query.ts'

/** The key of the query of the saved addresses. */
export const addressesKey = ['personal', 'addresses']

/** The saved addresses, the default one first. Pass `enabled` only for signed-in users. */
export function useAddresses(enabled = true) {
  return useQuery({
    ...query('GET account/addresses', {}, addressesKey),
    enabled,
  })
}

/** Changes to the saved addresses; each rejects with an `ApiError`. */
export function useAddressChanges() {
  const client = useQueryClient()
  const refresh = () => client.invalidateQueries({ queryKey: addressesKey })
  return {
    /** Replaces the address with that id, or adds one. */
    save: async (input: z.input<typeof addressInput>, id?: number) => {
      await (id
        ? call('PATCH account/addresses/:id', { ...input, id })
        : call('POST account/addresses', input))
      await refresh()
    },
    remove: async ({ id }: Address) => {
      await call('DELETE account/addresses/:id', { id })
      await refresh()
    },
  }
}
