import { useQuery } from '@tanstack/react-query'
import {
  addressFormat,
  knowAddressFormats,
  type AddressFormat,
} from '#contract/orders/address/address-format.ts'
import { call } from '../lib/call.ts'

/** The key of the formats of these countries, in any order. */
export const addressFormatsKey = (countries: readonly string[]) => [
  'address-formats',
  ...[...new Set(countries)].sort(),
]

/**
 * Reads how addresses of these countries are written, so that forms check them as the server does. Returns whether all are
 * there. Formats that cannot be read count as there: the server alone checks such addresses.
 */
export function useAddressFormats(countries: readonly string[]): boolean {
  const queryKey = addressFormatsKey(countries)
  const { data, isLoading } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const formats = queryKey.slice(1).map(async (country) => {
        const answer = await call('GET address-formats/:country', { country }, { signal })
        return [country, answer.data] as const
      })
      return Object.fromEntries(await Promise.all(formats))
    },
    enabled: countries.length > 0,
    staleTime: Infinity,
  })
  if (data) knowAddressFormats(data)
  return !isLoading
}

/** How addresses of a country are written; undefined until it is read. */
export function useAddressFormat(country: string): AddressFormat | undefined {
  const isThere = useAddressFormats([country])
  return isThere ? addressFormat(country) : undefined
}
