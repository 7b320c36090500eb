import { useQuery, type QueryClient } from '@tanstack/react-query'
import type { FoundPostalCode } from '#contract/orders/delivery/postal-code.ts'
import { call } from '../lib/call.ts'

const keyOf = (code: string) => ['postal-code', code]

/** What a PIN code tells about an address. Nothing is read before it is complete. */
export function usePostalCode(code: string) {
  return useQuery({
    queryKey: keyOf(code),
    queryFn: async ({ signal }) => (await call('GET postal-codes/:code', { code }, { signal })).data,
    enabled: /^[1-9]\d{5}$/.test(code),
    staleTime: Infinity,
    retry: false,
  })
}

/** What is known about a PIN code without asking the server; null if no post office has it. */
export const knownPostalCode = (client: QueryClient, code: string) =>
  client.getQueryData<FoundPostalCode>(keyOf(code))
