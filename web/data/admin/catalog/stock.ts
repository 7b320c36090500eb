import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { z } from 'zod'
import type {
  correctStock,
  getStock,
  getStockMovements,
  receiveStock,
  updateLowStockThreshold,
  updateStock,
} from '#contract/stock/stock.ts'
import { api } from '#web/lib/api.ts'
import { explainReusedKey } from '#web/lib/idempotent-api.ts'
import { adminKey } from '../list.ts'
import { useAdminMutation } from '../use-admin-mutation.ts'
import { newIdempotencyKey } from '#web/lib/new-key.ts'

/** A page of the stock table. The last page stays in view until the next one arrives. */
export function useStock(query: z.input<typeof getStock.input>) {
  return useQuery({
    queryKey: adminKey('stock', 'list', query),
    queryFn: ({ signal }) => api<typeof getStock>('GET', 'admin/stock', query, signal),
    placeholderData: keepPreviousData,
  })
}

/** The stock movements of one variant, newest first; `fetchNextPage` loads older ones. */
export function useLedger(id: number) {
  return useInfiniteQuery({
    queryKey: adminKey('stock', 'ledger', id),
    queryFn: async ({ pageParam, signal }) => {
      const input = { id, ...(pageParam !== null && { before: pageParam }) }
      return (await api<typeof getStockMovements>('GET', 'admin/stock/:id/movements', input, signal)).data
    },
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
  })
}

/** Books stock changes for one form. All attempts carry one idempotency key, so that the server books once. */
export function useStockBooking() {
  const [key] = useState(newIdempotencyKey)
  const headers = { 'Idempotency-Key': key }
  return {
    receive: useAdminMutation((input: z.input<typeof receiveStock.input>) =>
      booked(api<typeof receiveStock>('POST', 'admin/stock/receive', input, undefined, headers)),
    ),
    correct: useAdminMutation((input: z.input<typeof correctStock.input>) =>
      booked(api<typeof correctStock>('POST', 'admin/stock/correct', input, undefined, headers)),
    ),
  }
}

const booked = <Output>(call: Promise<Output>) =>
  explainReusedKey(call, 'Your first attempt was booked. Close this dialog and check the stock history.')

/** Changes of the low-stock threshold of a variant and of the shop. */
export const useThresholds = () => ({
  /** Null resets the variant to the threshold of the shop. */
  variant: useAdminMutation((input: { id: number; low_stock_threshold: number | null }) =>
    api<typeof updateStock>('PATCH', 'admin/stock/:id', input),
  ),
  shop: useAdminMutation((input: z.input<typeof updateLowStockThreshold.input>) =>
    api<typeof updateLowStockThreshold>('PUT', 'admin/stock/low-stock-threshold', input),
  ),
})
