import { mutationOptions, type Mutation, type MutationFilters, type QueryClient } from '@tanstack/react-query'
import type { ProductCard } from '#contract/catalog/product.ts'
import type { WishlistItem } from '#contract/wishlist/wishlist.ts'
import { errorMessage, requestTimeout } from '../lib/api.ts'
import { call } from '../lib/call.ts'
import { showToast } from '../lib/toasts.ts'
import { query } from './query.ts'
import { refetchEverywhere } from './visitor/cross-tab-sync.ts'
import { personalMutationOptions } from './visitor/personal-mutation.ts'

// The wishlist without React, for scripts that need none. The hooks are in wishlist.ts.

export interface WishlistChange {
  kind: 'add' | 'remove'
  product: ProductCard
  /** Shows no toast. */
  silent?: boolean
}

const changeKey = ['wishlist-change']

/** The query that loads the wishlist. */
export const wishlistQuery = query('POST wishlist/getwishlist', {}, ['personal', 'wishlist'])

/** Finds the changes that the server has not confirmed yet. */
export const pendingFilters = { mutationKey: changeKey, status: 'pending' } satisfies MutationFilters
export const changeOf = ({ state }: Mutation) => state.variables as WishlistChange

export function applyWishlistChange(
  items: WishlistItem[],
  { kind, product }: WishlistChange,
): WishlistItem[] {
  const others = items.filter(({ productid }) => productid !== product.productid)
  if (kind === 'remove') return others
  if (others.length < items.length) return items
  return [{ productdescription: '', available: true, ...product }, ...items]
}

/** The wishlist with pending changes applied; undefined until it is known. Rendered state may lag behind it. */
export const wishlistNow = (client: QueryClient): WishlistItem[] | undefined => {
  const items = client.getQueryData<WishlistItem[]>(wishlistQuery.queryKey)
  return (
    items &&
    client.getMutationCache().findAll(pendingFilters).map(changeOf).reduce(applyWishlistChange, items)
  )
}

/** The change that a wishlist button makes. */
export const wishlistToggle = (client: QueryClient, product: ProductCard): WishlistChange => ({
  kind: wishlistNow(client)?.some(({ productid }) => productid === product.productid) ? 'remove' : 'add',
  product,
})

/** Changes the wishlist optimistically and shows the server's message. */
export function wishlistChangeOptions(client: QueryClient) {
  return mutationOptions({
    ...personalMutationOptions,
    mutationKey: changeKey,
    mutationFn: ({ kind, product: { productid } }: WishlistChange): Promise<{ message: string }> =>
      kind === 'add'
        ? call('POST wishlist/createwishlist', { productid }, { signal: requestTimeout() })
        : call('POST wishlist/deletewishlist', { productid }, { signal: requestTimeout() }),
    onSuccess: ({ message }, { silent }) => {
      if (!silent) showToast('success', message)
      return refetchEverywhere(client, ['wishlist'])
    },
    onError: (error) => showToast('error', errorMessage(error)),
  })
}
