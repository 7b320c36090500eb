import { useInfiniteQuery } from '@tanstack/react-query'
import { call } from '#web/lib/call.ts'
import { adminKey } from '../query.ts'
import { useAdminCall } from '../use-admin-mutation.ts'

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

/** Changes of the low-stock threshold of a variant and of the shop. */
export const useThresholds = () => ({
  /** Null resets the variant to the threshold of the shop. */
  variant: useAdminCall('PATCH admin/stock/:id'),
  shop: useAdminCall('PUT admin/stock/low-stock-threshold'),
})
