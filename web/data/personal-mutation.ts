import { hasResponse } from '../lib/api.ts'

/**
 * Options for changes to the cart and the wishlist. They run one after another, because the first one creates the guest
 * and the last one must win. A retry after a lost answer is safe: updates set values, and additions carry an idempotency key.
 */
export const personalMutationOptions = {
  scope: { id: 'personal' },
  retry: (failures: number, error: Error) => failures < 1 && !hasResponse(error),
  retryDelay: 1000,
}
