import {
  useMutation,
  useMutationState,
  useQuery,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import type { ProductCard } from '#contract/product.ts'
import type {
  createWishlist,
  deleteWishlist,
  getSharedWishlist,
  getWishlist,
  WishlistItem,
} from '#contract/wishlist.ts'
import { api } from '../lib/api.ts'
import { showToast } from '../lib/toasts.ts'
import { readAnew } from './in-step.ts'
import { patience, personalChange, wasAnswered, wordsOf } from './personal-change.ts'

export interface WishlistChange {
  kind: 'add' | 'remove'
  product: ProductCard
  /** Without words where something else says it. */
  quiet?: boolean
}

const changeKey = ['wishlist-change']

const wishlist = {
  queryKey: ['personal', 'wishlist'],
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    (await api<typeof getWishlist>('POST', 'wishlist/getwishlist', {}, signal)).data,
}

function changed(items: WishlistItem[], { kind, product }: WishlistChange): WishlistItem[] {
  const others = items.filter(({ productid }) => productid !== product.productid)
  if (kind === 'remove') return others
  if (others.length < items.length) return items
  return [{ productdescription: '', simple: false, available: true, ...product }, ...items]
}

/** The wishlist with what is on its way to the server, the newest first. */
export function useWishlist() {
  const { data, isError, refetch } = useQuery({ ...wishlist, refetchOnMount: 'always' })
  const changes = useMutationState({
    filters: { mutationKey: changeKey, status: 'pending' },
    select: ({ state }) => state.variables as WishlistChange,
  })
  return { items: data && changes.reduce(changed, data), isError, refetch }
}

/**
 * Whether a product is on the wishlist, with what is on its way. Asks nothing by itself: the top bar does, for all hearts.
 * Looks into the caches and observes no query of its own, because a page has up to a hundred hearts.
 */
export function useIsWished(productId: number): boolean {
  const client = useQueryClient()
  const subscribe = useCallback(
    (tell: () => void) => {
      const stops = [client.getQueryCache().subscribe(tell), client.getMutationCache().subscribe(tell)]
      return () => stops.forEach((stop) => stop())
    },
    [client],
  )
  return useSyncExternalStore(
    subscribe,
    () => isWished(client, productId),
    () => false,
  )
}

/** What a press on a heart does. It goes by what is so now, which a slow page may not show yet. */
export const wishToggle = (client: QueryClient, product: ProductCard): WishlistChange => ({
  kind: isWished(client, product.productid) ? 'remove' : 'add',
  product,
})

function isWished(client: QueryClient, productId: number): boolean {
  const is = ({ productid }: ProductCard) => productid === productId
  const last = client
    .getMutationCache()
    .findAll({ mutationKey: changeKey, status: 'pending' })
    .map(({ state }) => state.variables as WishlistChange)
    .findLast(({ product }) => is(product))
  if (last) return last.kind === 'add'
  return client.getQueryData<WishlistItem[]>(wishlist.queryKey)?.some(is) ?? false
}

/** Changes the wishlist at once; the server's answer follows, with its words. */
export function useWishlistChange() {
  const client = useQueryClient()
  return useMutation({
    ...personalChange,
    mutationKey: changeKey,
    mutationFn: ({ kind, product: { productid } }: WishlistChange): Promise<{ message: string }> =>
      kind === 'add'
        ? api<typeof createWishlist>('POST', 'wishlist/createwishlist', { productid }, patience())
        : api<typeof deleteWishlist>('POST', 'wishlist/deletewishlist', { productid }, patience()),
    onSuccess: ({ message }, { quiet }) => {
      if (!quiet) showToast('success', message)
      return readAnew(client, ['wishlist'])
    },
    onError: (error) => showToast('error', wordsOf(error)),
  })
}

/** The wishlist behind a shared link. */
export function useSharedWishlist(token: string) {
  return useQuery({
    queryKey: ['shared-wishlist', token],
    queryFn: async ({ signal }) =>
      (await api<typeof getSharedWishlist>('GET', 'wishlists/:token', { token }, signal)).data,
    retry: (failures, error) => failures < 3 && !wasAnswered(error),
  })
}
