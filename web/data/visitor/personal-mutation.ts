import { hasResponse } from '#web/lib/api.ts'

const MAX_RETRY_DELAY_MS = 15_000

/**
 * Options for changes to the cart and the wishlist. They run one after another, because the first one creates the guest
 * and the last one must win. Without an answer they are sent again until there is one: a browser in a tunnel believes that it
 * is online. That is safe, because updates set values, and additions carry an idempotency key.
 */
export const personalMutationOptions = {
  scope: { id: 'personal' },
  retry: (_failures: number, error: Error) => !hasResponse(error),
  retryDelay: (failures: number) => Math.min(1000 * 2 ** failures, MAX_RETRY_DELAY_MS),
}

/** Options for changes whose form shows that they failed and keeps what was typed. */
export const retriedOnce = {
  retry: (failures: number, error: Error) => failures < 1 && !hasResponse(error),
  retryDelay: 1000,
}
