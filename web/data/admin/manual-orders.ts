import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ManualQuote } from '#contract/orders/manual-quote.ts'
import { call, type CallName, type CallInput } from '#web/lib/call.ts'
import { adminData, adminKey, useAdminData } from './query.ts'
import { useAdminCall } from './use-admin-mutation.ts'

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
export const useOrderProducts = (q: string) =>
  useAdminData('GET admin/order-products', { q }, { enabled: q.length >= MIN_SEARCH_LENGTH })

/** Customers of accounts and of earlier orders. */
export const useOrderCustomers = (q: string) =>
  useAdminData('GET admin/order-customers', { q }, { enabled: q.length >= MIN_SEARCH_LENGTH })

export const useManualOrderChanges = () => ({
  create: useAdminCall('POST admin/orders'),
  update: useAdminCall(
    'PUT admin/order-drafts/:number',
    // A draft is also saved on the way to its order, which has a message of its own.
    { success: null },
  ),
  place: useAdminCall(
    'POST admin/orders/:number/place',
    // The draft is gone, and its page must stay until the one of the order opens.
    { refresh: adminKey('GET admin/orders' satisfies CallName) },
  ),
  release: useAdminCall('POST admin/order-drafts/:number/release'),
  remove: useAdminCall('DELETE admin/order-drafts/:number'),
})
