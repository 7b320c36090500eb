import { useQueries } from '@tanstack/react-query'
import {
  addressFormat,
  knowAddressFormats,
  type AddressFormat,
} from '#contract/orders/address/address-format.ts'
import type { getAddressFormat } from '#contract/orders/delivery/postal-code.ts'
import { api } from '../lib/api.ts'

export const addressFormatKey = (country: string) => ['address-format', country]

/**
 * Reads how addresses of these countries are written, so that forms check them as the server does. Answers whether all are
 * there; a country whose format cannot be read counts as there, and the server alone checks its addresses.
 */
export function useAddressFormats(countries: readonly string[]): boolean {
  const queries = [...new Set(countries)].filter(Boolean).map((country) => ({
    queryKey: addressFormatKey(country),
    queryFn: async ({ signal }: { signal: AbortSignal }) =>
      (await api<typeof getAddressFormat>('GET', 'address-formats/:country', { country }, signal)).data,
    staleTime: Infinity,
  }))
  const found = useQueries({ queries })
  found.forEach(({ data }, i) => {
    const country = String(queries[i]?.queryKey[1])
    if (data) knowAddressFormats({ [country]: data })
  })
  return found.every(({ isPending }) => !isPending)
}

/** How addresses of a country are written; undefined until it is read. */
export function useAddressFormat(country: string): AddressFormat | undefined {
  const isThere = useAddressFormats([country])
  return isThere ? addressFormat(country) : undefined
}
