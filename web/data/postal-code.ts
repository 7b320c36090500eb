import { useQuery, type QueryClient } from '@tanstack/react-query'
import type { FoundPostalCode } from '#contract/orders/delivery/postal-code.ts'
import { query } from './query.ts'

const queryOf = (code: string) => query('GET postal-codes/:code', { code })

/** What a PIN code tells about an address. Nothing is read before it is complete. */
export function usePostalCode(code: string) {
  return useQuery({
    ...queryOf(code),
    enabled: /^[1-9]\d{5}$/.test(code),
    staleTime: Infinity,
    retry: false,
  })
}

/** What is known about a PIN code without asking the server; null if no post office has it. */
export const knownPostalCode = (client: QueryClient, code: string) =>
  client.getQueryData<FoundPostalCode>(queryOf(code).queryKey)
