import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { call, type CallInput } from '#web/lib/call.ts'
import { adminKey, adminQuery } from '../query.ts'
import { useAdminCall, useAdminMutation } from '../use-admin-mutation.ts'

/** A page of the stock table. The last page stays in view until the next one arrives. */
export function useStock(query: CallInput<'GET admin/stock'>) {
  return useQuery({
    ...adminQuery('GET admin/stock', query),
    placeholderData: keepPreviousData,
  })
}

/** The stock movements of one variant, newest first; `fetchNextPage` loads older ones. */
export function useLedger(id: number) {
  return useInfiniteQuery({
    queryKey: adminKey('stock', 'ledger', id),
    queryFn: async ({ pageParam, signal }) => {
      const input = { id, ...(pageParam !== null && { before: pageParam }) }
      return (await call('GET admin/stock/:id/movements', input, { signal })).data
    },
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
  })
}

/** Changes of stock. */
export const useStockBooking = () => ({
  receive: useAdminCall('POST admin/stock/receive'),
  correct: useAdminCall('POST admin/stock/correct'),
})

/** Changes of the low-stock threshold of a variant and of the shop. */
export const useThresholds = () => ({
  /** Null resets the variant to the threshold of the shop. */
  variant: useAdminMutation((input: { id: number; low_stock_threshold: number | null }) =>
    call('PATCH admin/stock/:id', input),
  ),
  shop: useAdminCall('PUT admin/stock/low-stock-threshold'),
})
