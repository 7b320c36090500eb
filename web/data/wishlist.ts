import { useMutation, useMutationState, useQuery, useQueryClient } from '@tanstack/react-query'
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

interface WishlistChange {
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

/** Whether a product is on the wishlist. Asks nothing by itself: the top bar does, once for all hearts. */
export function useIsWished(productId: number): boolean {
  const { data = false } = useQuery({
    ...wishlist,
    enabled: false,
    select: (items) => items.some(({ productid }) => productid === productId),
  })
  const changes = useMutationState({
    filters: { mutationKey: changeKey, status: 'pending' },
    select: ({ state }) => state.variables as WishlistChange,
  })
  const last = changes.findLast(({ product }) => product.productid === productId)
  return last ? last.kind === 'add' : data
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
