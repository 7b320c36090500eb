import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call, type CallInput } from '#web/lib/call.ts'
import { adminKey, adminQuery } from '../query.ts'
import { adminResource, usualCalls } from '../resource.ts'

type Rule = CallInput<'POST admin/collections/preview'>['rule']

export const collections = adminResource({
  ...usualCalls('admin/collections'),
  order: 'PUT admin/collections/order',
})

/** The products that match a rule now; without a rule nothing is requested. */
export function useRulePreview(rule: Rule | null) {
  return useQuery({
    ...adminQuery('POST admin/collections/preview', { rule: rule ?? {} }),
    placeholderData: keepPreviousData,
    enabled: rule !== null,
  })
}

/** The names and values of the specifications that filter a category, or the whole shop. */
export function useSpecificationValues(
  filter: Pick<CallInput<'POST product/getproduct'>, 'productcategoryid' | 'productsubcategoryid'>,
) {
  return useQuery({
    queryKey: adminKey('collections', 'specifications', filter),
    queryFn: async ({ signal }) => {
      const input = { ...filter, facets: true, limit: 1 }
      return (await call('POST product/getproduct', input, { signal })).facets?.specs ?? []
    },
    placeholderData: keepPreviousData,
  })
}
