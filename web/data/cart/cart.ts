import { useMutation, useMutationState, useQuery, useQueryClient } from '@tanstack/react-query'
import { query } from '../query.ts'
import { useAsRendered } from '../visitor/as-rendered.ts'
import { applyCartChange } from './cart-change.ts'
import { cartChangeOptions, cartQuery, changeOf, pendingFilters } from './cart-changes.ts'

/** The cart with pending changes applied. A failed change disappears again. */
export function useCart() {
  const { data, isError, refetch } = useAsRendered(
    'cart',
    useQuery({ ...cartQuery, refetchOnMount: 'always' }),
  )
  const changes = usePendingChanges()
  return {
    lines: data && changes.reduce(applyCartChange, data),
    changing: changes.length > 0,
    isError,
    refetch,
  }
}

/** The changes that the server has not confirmed yet, oldest first. */
export const usePendingChanges = () => useMutationState({ filters: pendingFilters, select: changeOf })

/** The totals of the cart, as the server computes them. */
export function useCartSummary() {
  return useQuery({
    ...query('GET cart/summary', {}, ['personal', 'cart-summary']),
    refetchOnMount: 'always',
  })
}

/** Changes the cart optimistically and shows the server's message. */
export const useCartChange = () => useMutation(cartChangeOptions(useQueryClient()))
