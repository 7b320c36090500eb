import type { PlacedOrder } from '#contract/orders/order.ts'
import { ApiError, providerTimeout } from '#web/lib/api.ts'
import { call } from '#web/lib/call.ts'
import { newIdempotencyKey } from '#web/lib/new-key.ts'
import type { OrderAttempt, OrderInput } from './checkout-draft.ts'

// Placing an order without React, for scripts that need none.

/** Reuses the idempotency key for an unchanged order, so that it is never placed twice. */
export function nextAttempt(
  previous: OrderAttempt | undefined,
  body: OrderInput,
  newKey = newIdempotencyKey,
): OrderAttempt {
  const isSame = previous && JSON.stringify(previous.body) === JSON.stringify(body)
  return isSame ? previous : { key: newKey(), body }
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
