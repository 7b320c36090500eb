import { useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import type { getTaxRate, saveTaxRates } from '#contract/tax/tax.ts'
import { call } from '#web/lib/call.ts'
import { adminKey } from './list.ts'
import { useAdminMutation } from './use-admin-mutation.ts'

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

export const useTaxRatesUpdate = () =>
  useAdminMutation((input: z.input<typeof saveTaxRates.input>) => call('PUT admin/tax/rates', input))

/** The classes that products and categories can have. */
export const useTaxClasses = () =>
  useQuery({
    queryKey: adminKey('tax', 'classes'),
    queryFn: async ({ signal }) => (await call('GET admin/tax/classes', {}, { signal })).data,
  })

type RateQuery = z.input<typeof getTaxRate.input>

/** Which rate applies; null asks nothing. */
export const useTaxRate = (query: RateQuery | null) =>
  useQuery({
    queryKey: adminKey('tax', 'rate', query),
    queryFn: async ({ signal }) =>
      (await call('GET admin/tax/rate', query ?? { class: '', country: '' }, { signal })).data,
    enabled: query !== null,
  })
