import { useQuery } from '@tanstack/react-query'
import { call, type CallInput } from '#web/lib/call.ts'
import { adminData, adminKey } from './query.ts'
import { useAdminCall } from './use-admin-mutation.ts'

/** The shop's own rates and classes, and the presets. A form keeps the data it started with. */
export const useTaxRates = () =>
  useQuery({
    queryKey: adminKey('tax', 'rates'),
    queryFn: ({ signal }) => readTaxRates(signal),
    staleTime: Infinity,
    refetchOnMount: 'always',
  })

/** Reads the data of `useTaxRates` past the cache. */
export const readTaxRates = async (signal?: AbortSignal) =>
  (await call('GET admin/tax/rates', {}, { signal })).data

export const useTaxRatesUpdate = () => useAdminCall('PUT admin/tax/rates')

/** The classes that products and categories can have. */
export const useTaxClasses = () =>
  useQuery({
    ...adminData('GET admin/tax/classes', {}),
  })

type RateQuery = CallInput<'GET admin/tax/rate'>

/** Which rate applies; null asks nothing. */
export const useTaxRate = (query: RateQuery | null) =>
  useQuery({
    ...adminData('GET admin/tax/rate', query ?? { class: '', country: '' }),
    enabled: query !== null,
  })
