import { useQuery, type QueryClient } from '@tanstack/react-query'
import type { FoundPostalCode, getPostalCode } from '#contract/orders/delivery/postal-code.ts'
import { api } from '../lib/api.ts'

const keyOf = (code: string) => ['postal-code', code]

/** What a PIN code tells about an address. Nothing is read before it is complete. */
export function usePostalCode(code: string) {
  return useQuery({
    queryKey: keyOf(code),
    queryFn: async ({ signal }) =>
      (await api<typeof getPostalCode>('GET', 'postal-codes/:code', { code }, signal)).data,
    enabled: /^[1-9]\d{5}$/.test(code),
    staleTime: Infinity,
    retry: false,
  })
}

/** What is known about a PIN code without asking the server; null if no post office has it. */
export const knownPostalCode = (client: QueryClient, code: string) =>
  client.getQueryData<FoundPostalCode>(keyOf(code))
