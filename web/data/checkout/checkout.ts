import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Checkout } from '#contract/orders/checkout.ts'
import { call, type CallInput } from '#web/lib/call.ts'
import { retryUnanswered } from '../query.ts'

/** What the checkout is computed for; all but the items may still be unknown. */
export type CheckoutQuery = CallInput<'GET checkout'>

/** The key of the query of the costs. */
export const checkoutKey = (input: CheckoutQuery) => ['personal', 'checkout', input] as const

/** The costs of the cart or of given items with delivery. The last answer stays until the next one arrives. Asks only if `enabled`. */
export function useCheckout(input: CheckoutQuery, enabled = true) {
  const query = useQuery({
    queryKey: checkoutKey(input),
    queryFn: ({ signal }) => readCheckout(input, signal),
    enabled,
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
    retry: retryUnanswered,
  })
  // Also if the next request fails: the form must stay.
  const [last, setLast] = useState<Checkout>()
  if (query.data && query.data !== last) setLast(query.data)
  return { ...query, data: query.data ?? last }
}

/** Asks for the costs once. Rejects with an `ApiError`. */
export async function readCheckout(input: CheckoutQuery, signal?: AbortSignal): Promise<Checkout> {
  return (await call('GET checkout', input, { signal })).data
}
