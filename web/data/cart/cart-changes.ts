import { mutationOptions, type Mutation, type MutationFilters, type QueryClient } from '@tanstack/react-query'
import { errorMessage, hasResponse, requestTimeout } from '#web/lib/api.ts'
import { call } from '#web/lib/call.ts'
import { showToast } from '#web/lib/toasts.ts'
import { query } from '../query.ts'
import { setAddedLine } from './added-line.ts'
import type { CartChange } from './cart-change.ts'
import { refetchEverywhere } from '../visitor/cross-tab-sync.ts'
import { personalMutationOptions } from '../visitor/personal-mutation.ts'

// The cart without React, for scripts that need none. The hooks are in cart.ts.

const changeKey = ['cart-change']

/** The query that loads the cart. */
export const cartQuery = query('POST cart/getcarts', {}, ['personal', 'cart'])

/** Queries that depend on the cart; all of them are refetched when it changes. */
export const cartQueryNames = ['cart', 'cart-summary', 'cart-saved', 'checkout'] as const

/** Finds the changes that the server has not confirmed yet. */
export const pendingFilters = { mutationKey: changeKey, status: 'pending' } satisfies MutationFilters
export const changeOf = ({ state }: Mutation) => state.variables as CartChange

/** The changes that the server has not confirmed right now, oldest first. Rendered state may lag behind them. */
export const pendingChanges = (client: QueryClient): CartChange[] =>
  client.getMutationCache().findAll(pendingFilters).map(changeOf)

/** Whether a change is pending right now. Rendered state may lag behind it. */
export const isCartChanging = (client: QueryClient) => client.isMutating({ mutationKey: changeKey }) > 0

/** How the cart changes, for changes that no component makes. */
export function cartChangeOptions(client: QueryClient) {
  return mutationOptions({
    ...personalMutationOptions,
    mutationKey: changeKey,
    mutationFn: send,
    onMutate: () => document.activeElement,
    onSuccess: ({ message }, { kind, line }, from) => {
      if (kind === 'add') {
        showToast('success', 'Added to cart successfully')
        setAddedLine({ line, from })
      } else if (kind !== 'set') showToast('success', message)
      return refetchEverywhere(client, cartQueryNames)
    },
    onError: (error, { kind }) => {
      showToast('error', kind === 'add' ? errorMessage(error, 'Failed to add to cart') : errorMessage(error))
      // The cached cart may be out of date.
      if (hasResponse(error)) return refetchEverywhere(client, cartQueryNames)
    },
  })
}

function send(change: CartChange): Promise<{ message: string }> {
  const { productid, variantid } = change.line
  const variant = variantid === 0 ? {} : { variantid }
  switch (change.kind) {
    case 'add': {
      const { quantity, price_at_add_time } = change.line
      return call(
        'POST cart/addToCart',
        { productid, ...variant, quantity, price_at_add_time },
        { signal: requestTimeout(), idempotencyKey: change.key },
      )
    }
    case 'set':
      return call(
        'POST cart/updatecart',
        { productid, ...variant, quantity: change.quantity },
        { signal: requestTimeout() },
      )
    case 'save':
      return call('POST cart/saved', { variantid }, { signal: requestTimeout() })
    case 'restore':
      return call('POST cart/saved/:variantid/restore', { variantid }, { signal: requestTimeout() })
    case 'discard':
      return call('DELETE cart/saved/:variantid', { variantid }, { signal: requestTimeout() })
    case 'remove':
      return call('POST cart/deletecarts', { Productid: productid, ...variant }, { signal: requestTimeout() })
  }
}
