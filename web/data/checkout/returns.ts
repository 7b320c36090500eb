import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, type CallInput } from '#web/lib/call.ts'
import { query, retryUnanswered } from '../query.ts'
import type { OrderAccess } from './orders.ts'

/** The key of the query of the returns of an order. */
export const returnsKey = (access: OrderAccess) => ['personal', 'returns', access] as const

/** The returns of an order, and what can still be returned. */
export function useOrderReturns(access: OrderAccess) {
  return useQuery({
    ...query('GET orders/:number/returns', { ...access }, returnsKey(access)),
    refetchOnMount: 'always',
    retry: retryUnanswered,
  })
}

export function useRequestReturn(access: OrderAccess) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({
      photos,
      ...input
    }: CallInput<'POST orders/:number/returns'> & { photos: readonly File[] }) =>
      call('POST orders/:number/returns', input, { files: { photos } }),
    onSettled: () => queries.invalidateQueries({ queryKey: returnsKey(access) }),
  })
}
