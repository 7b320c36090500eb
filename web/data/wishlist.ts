import { useMutation, useMutationState, useQuery, useQueryClient } from '@tanstack/react-query'
import { query, retryUnanswered } from './query.ts'
import { useAsRendered } from './visitor/as-rendered.ts'
import {
  applyWishlistChange,
  changeOf,
  pendingFilters,
  wishlistChangeOptions,
  wishlistQuery,
} from './wishlist-changes.ts'

/** The wishlist with pending changes applied, newest first. */
export function useWishlist() {
  const { data, isError, refetch } = useAsRendered(
    'wishlist',
    useQuery({ ...wishlistQuery, refetchOnMount: 'always' }),
  )
  const changes = useMutationState({ filters: pendingFilters, select: changeOf })
  return { items: data && changes.reduce(applyWishlistChange, data), isError, refetch }
}

/** Changes the wishlist optimistically and shows the server's message. */
export const useWishlistChange = () => useMutation(wishlistChangeOptions(useQueryClient()))

/** The key of the query of a shared wishlist. */
export const sharedWishlistKey = (token: string) => ['shared-wishlist', token] as const

/** The wishlist behind a shared link. */
export function useSharedWishlist(token: string) {
  return useQuery({
    ...query('GET wishlists/:token', { token }, sharedWishlistKey(token)),
    retry: retryUnanswered,
  })
}
