import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import type {
  correctStock,
  getStock,
  getStockMovements,
  receiveStock,
  updateLowMark,
  updateStock,
} from '#contract/stock.ts'
import { api } from '../lib/api.ts'
import { adminKey, useChange } from './admin-list.ts'
import { wasAnswered } from './personal-change.ts'

/** One page of the table of stock; the page before stays in view until the next is here. */
export function useStock(asked: z.input<typeof getStock.input>) {
  return useQuery({
    queryKey: adminKey('stock', 'list', asked),
    queryFn: ({ signal }) => api<typeof getStock>('GET', 'admin/stock', asked, signal),
    placeholderData: keepPreviousData,
  })
}

/** The ledger of one variant, the newest entries first; `fetchNextPage` brings older ones. */
export function useLedger(id: number) {
  return useInfiniteQuery({
    queryKey: adminKey('stock', 'ledger', id),
    queryFn: async ({ pageParam, signal }) => {
      const asked = { id, ...(pageParam !== null && { before: pageParam }) }
      return (await api<typeof getStockMovements>('GET', 'admin/stock/:id/movements', asked, signal)).data
    },
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
    retry: (failures, error) => failures < 3 && !wasAnswered(error),
  })
}

/** Changes of stock; each answers what the server says, and rejects with an `ApiError`. What has one key is booked once. */
export function useStockChanges() {
  const change = useChange()
  const once = (key: string) => ({ 'Idempotency-Key': key })
  return {
    receive: (input: z.input<typeof receiveStock.input>, key: string) =>
      change(api<typeof receiveStock>('POST', 'admin/stock/receive', input, undefined, once(key))),
    correct: (input: z.input<typeof correctStock.input>, key: string) =>
      change(api<typeof correctStock>('POST', 'admin/stock/correct', input, undefined, once(key))),
    /** Null: the mark of the shop. */
    setMark: (id: number, mark: number | null) =>
      change(api<typeof updateStock>('PATCH', 'admin/stock/:id', { id, low_at: mark })),
    setShopMark: (mark: number) =>
      change(api<typeof updateLowMark>('PUT', 'admin/stock/low-mark', { low_at: mark })),
  }
}
