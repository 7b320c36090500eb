import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ManualQuote } from '#contract/orders/manual-quote.ts'
import { call, type CallName, type CallInput } from '#web/lib/call.ts'
import { adminData, adminKey, adminQuery } from './query.ts'
import { useAdminCall } from './use-admin-mutation.ts'

/** A page of draft orders. */
export function useOrderDrafts(query: CallInput<'GET admin/order-drafts'>) {
  return useQuery({
    ...adminQuery('GET admin/order-drafts', query),
    placeholderData: keepPreviousData,
  })
}

/** A draft for its form. Only saving refreshes it, so that the form keeps its first values. */
export function useOrderDraft(number: string) {
  return useQuery({
    ...adminData('GET admin/order-drafts/:number', { number }),
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    staleTime: 0,
    gcTime: 0,
  })
}

export type QuoteInput = CallInput<'POST admin/orders/quote'>

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
    ...adminData('GET admin/order-customers', { q }),
    enabled: q.length >= MIN_SEARCH_LENGTH,
  })
}

export const useManualOrderChanges = () => ({
  create: useAdminCall('POST admin/orders'),
  update: useAdminCall(
    'PUT admin/order-drafts/:number',
    // A draft is also saved on the way to its order, which has a message of its own.
    { success: () => null },
  ),
  place: useAdminCall(
    'POST admin/orders/:number/place',
    // The draft is gone, and its page must stay until the one of the order opens.
    { refresh: adminKey('GET admin/orders' satisfies CallName) },
  ),
  remove: useAdminCall('DELETE admin/order-drafts/:number'),
})
