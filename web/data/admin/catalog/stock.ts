import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import type { getStock, updateLowStockThreshold } from '#contract/stock/stock.ts'
import { call, type Input } from '#web/lib/call.ts'
import { adminKey } from '../list.ts'
import { useAdminMutation } from '../use-admin-mutation.ts'

/** A page of the stock table. The last page stays in view until the next one arrives. */
export function useStock(query: z.input<typeof getStock.input>) {
  return useQuery({
    queryKey: adminKey('stock', 'list', query),
    queryFn: ({ signal }) => call('GET admin/stock', query, { signal }),
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
  receive: useAdminMutation((input: Input<'POST admin/stock/receive'>) =>
    call('POST admin/stock/receive', input),
  ),
  correct: useAdminMutation((input: Input<'POST admin/stock/correct'>) =>
    call('POST admin/stock/correct', input),
  ),
})

/** Changes of the low-stock threshold of a variant and of the shop. */
export const useThresholds = () => ({
  /** Null resets the variant to the threshold of the shop. */
  variant: useAdminMutation((input: { id: number; low_stock_threshold: number | null }) =>
    call('PATCH admin/stock/:id', input),
  ),
  shop: useAdminMutation((input: z.input<typeof updateLowStockThreshold.input>) =>
    call('PUT admin/stock/low-stock-threshold', input),
  ),
})
