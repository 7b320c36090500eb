import {
  useMutation,
  useMutationState,
  useQuery,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import type { ProductCard } from '#contract/catalog/product.ts'
import type {
  createWishlist,
  deleteWishlist,
  getSharedWishlist,
  getWishlist,
  WishlistItem,
} from '#contract/wishlist/wishlist.ts'
import { api, errorMessage, hasResponse, requestTimeout } from '../lib/api.ts'
import { showToast } from '../lib/toasts.ts'
import { refetchEverywhere } from './cross-tab-sync.ts'
import { personalMutationOptions } from './personal-mutation.ts'

export interface WishlistChange {
  kind: 'add' | 'remove'
  product: ProductCard
  /** Shows no toast. */
  silent?: boolean
}

const changeKey = ['wishlist-change']

const wishlist = {
  queryKey: ['personal', 'wishlist'],
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    (await api<typeof getWishlist>('POST', 'wishlist/getwishlist', {}, signal)).data,
}

function applyWishlistChange(items: WishlistItem[], { kind, product }: WishlistChange): WishlistItem[] {
  const others = items.filter(({ productid }) => productid !== product.productid)
  if (kind === 'remove') return others
  if (others.length < items.length) return items
  return [{ productdescription: '', available: true, ...product }, ...items]
}

/** The wishlist with pending changes applied, newest first. */
export function useWishlist() {
  const { data, isError, refetch } = useQuery({ ...wishlist, refetchOnMount: 'always' })
  const changes = useMutationState({
    filters: { mutationKey: changeKey, status: 'pending' },
    select: ({ state }) => state.variables as WishlistChange,
  })
  return { items: data && changes.reduce(applyWishlistChange, data), isError, refetch }
}

/**
 * Whether a product is in the wishlist, with pending changes applied. It fetches nothing, because the top bar does.
 * It reads the caches without an observer: a page has up to a hundred wishlist buttons.
 */
export function useIsInWishlist(productId: number): boolean {
  const client = useQueryClient()
  const subscribe = useCallback(
    (notify: () => void) => {
      const unsubscribes = [
        client.getQueryCache().subscribe(notify),
        client.getMutationCache().subscribe(notify),
      ]
      return () => unsubscribes.forEach((unsubscribe) => unsubscribe())
    },
    [client],
  )
  return useSyncExternalStore(
    subscribe,
    () => isInWishlist(client, productId),
    () => false,
  )
}

/** The change that a wishlist button makes. It reads the caches, because a slow page may show an old state. */
export const wishlistToggle = (client: QueryClient, product: ProductCard): WishlistChange => ({
  kind: isInWishlist(client, product.productid) ? 'remove' : 'add',
  product,
})

function isInWishlist(client: QueryClient, productId: number): boolean {
  const is = ({ productid }: ProductCard) => productid === productId
  const last = client
    .getMutationCache()
    .findAll({ mutationKey: changeKey, status: 'pending' })
    .map(({ state }) => state.variables as WishlistChange)
    .findLast(({ product }) => is(product))
  if (last) return last.kind === 'add'
  return client.getQueryData<WishlistItem[]>(wishlist.queryKey)?.some(is) ?? false
}

/** Changes the wishlist optimistically and shows the server's message. */
export function useWishlistChange() {
  const client = useQueryClient()
  return useMutation({
    ...personalMutationOptions,
    mutationKey: changeKey,
    mutationFn: ({ kind, product: { productid } }: WishlistChange): Promise<{ message: string }> =>
      kind === 'add'
        ? api<typeof createWishlist>('POST', 'wishlist/createwishlist', { productid }, requestTimeout())
        : api<typeof deleteWishlist>('POST', 'wishlist/deletewishlist', { productid }, requestTimeout()),
    onSuccess: ({ message }, { silent }) => {
      if (!silent) showToast('success', message)
      return refetchEverywhere(client, ['wishlist'])
    },
    onError: (error) => showToast('error', errorMessage(error)),
  })
}

/** The key of the query of a shared wishlist. */
export const sharedWishlistKey = (token: string) => ['shared-wishlist', token] as const

/** The wishlist behind a shared link. */
export function useSharedWishlist(token: string) {
  return useQuery({
    queryKey: sharedWishlistKey(token),
    queryFn: async ({ signal }) =>
      (await api<typeof getSharedWishlist>('GET', 'wishlists/:token', { token }, signal)).data,
    retry: (failures, error) => failures < 3 && !hasResponse(error),
  })
}
