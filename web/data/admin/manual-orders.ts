import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { z } from 'zod'
import type {
  createManualOrder,
  deleteOrderDraft,
  getOrderDrafts,
  placeDraft,
  updateOrderDraft,
} from '#contract/orders/manual-order.ts'
import type { quoteManualOrder, ManualQuote } from '#contract/orders/manual-quote.ts'
import { call } from '#web/lib/call.ts'
import { adminKey } from './list.ts'
import { useAdminMutation } from './use-admin-mutation.ts'

/** A page of draft orders. */
export function useOrderDrafts(query: z.input<typeof getOrderDrafts.input>) {
  return useQuery({
    queryKey: adminKey('order-drafts', 'list', query),
    queryFn: ({ signal }) => call('GET admin/order-drafts', query, { signal }),
    placeholderData: keepPreviousData,
  })
}

/** A draft for its form. Only saving refreshes it, so that the form keeps its first values. */
export function useOrderDraft(number: string) {
  return useQuery({
    queryKey: adminKey('order-drafts', 'detail', number),
    queryFn: async ({ signal }) =>
      (await call('GET admin/order-drafts/:number', { number }, { signal })).data,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    staleTime: 0,
    gcTime: 0,
  })
}

export type QuoteInput = z.input<typeof quoteManualOrder.input>

/** What an order would cost. The last answer stays until the next one arrives, also if that one is refused. */
export function useManualQuote(input: QuoteInput) {
  const query = useQuery({
    // Outside `adminKey`: saving the order must not ask again for what it has just cost.
    queryKey: ['personal', 'manual-quote', input],
    queryFn: async ({ signal }) => (await call('POST admin/orders/quote', input, { signal })).data,
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  const [last, setLast] = useState<ManualQuote>()
  if (query.data && query.data !== last) setLast(query.data)
  return { ...query, data: query.data ?? last }
}

const MIN_SEARCH_LENGTH = 2

/** Variants to order. Nothing is searched for one letter. */
export function useOrderProducts(q: string) {
  return useQuery({
    queryKey: adminKey('order-products', q),
    queryFn: ({ signal }) => readOrderProducts(q, signal),
    enabled: q.length >= MIN_SEARCH_LENGTH,
  })
}

/** Searches variants once, for a text that was entered faster than the list followed, as scanners do. */
export async function readOrderProducts(q: string, signal?: AbortSignal) {
  return (await call('GET admin/order-products', { q }, { signal })).data
}

/** Customers of accounts and of earlier orders. */
export function useOrderCustomers(q: string) {
  return useQuery({
    queryKey: adminKey('order-customers', q),
    queryFn: async ({ signal }) => (await call('GET admin/order-customers', { q }, { signal })).data,
    enabled: q.length >= MIN_SEARCH_LENGTH,
  })
}

export const useManualOrderChanges = () => ({
  create: useAdminMutation((input: z.input<typeof createManualOrder.input>) =>
    call('POST admin/orders', input),
  ),
  update: useAdminMutation(
    (input: z.input<typeof updateOrderDraft.input>) => call('PUT admin/order-drafts/:number', input),
    // A draft is also saved on the way to its order, which has a message of its own.
    { success: () => null },
  ),
  place: useAdminMutation(
    (input: z.input<typeof placeDraft.input>) => call('POST admin/orders/:number/place', input),
    // The draft is gone, and its page must stay until the one of the order opens.
    { refresh: adminKey('orders') },
  ),
  remove: useAdminMutation((input: z.input<typeof deleteOrderDraft.input>) =>
    call('DELETE admin/order-drafts/:number', input),
  ),
})
