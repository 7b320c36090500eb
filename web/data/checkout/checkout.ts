import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Checkout } from '#contract/orders/checkout.ts'
import type { PlacedOrder } from '#contract/orders/order.ts'
import { ApiError, providerTimeout } from '#web/lib/api.ts'
import { call, type CallInput } from '#web/lib/call.ts'
import { retryUnanswered } from '../query.ts'
import type { OrderAttempt } from './checkout-draft.ts'

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

const MAX_RETRIES = 10
const RETRY_DELAY_MS = 1000

/**
 * Places an order. Repeating the same attempt never places a second one. While the server is still processing it, the
 * request is repeated. Rejects with an `ApiError`.
 */
export async function sendOrder({ key, body }: OrderAttempt): Promise<PlacedOrder> {
  for (let retriesLeft = MAX_RETRIES; ; retriesLeft--) {
    try {
      return (await call('POST orders', body, { signal: providerTimeout(), idempotencyKey: key })).data
    } catch (error) {
      if (retriesLeft === 0 || !(error instanceof ApiError) || error.code !== 'in_progress') throw error
      await new Promise((resolve) => setTimeout(resolve, RETRY_DELAY_MS))
    }
  }
}

/** Whether the order may have been placed although the request failed. */
export const isOutcomeUnknown = (error: unknown) =>
  !(error instanceof ApiError) || error.status === 0 || error.status >= 500 || error.code === 'in_progress'
