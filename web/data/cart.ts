import {
  useMutation,
  useMutationState,
  useQuery,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query'
import type { addToCart, deleteCarts, getCarts, getCartSummary, updateCart } from '#contract/cart.ts'
import { api } from '../lib/api.ts'
import { showToast } from '../lib/toasts.ts'
import { changed, type CartChange } from './cart-change.ts'
import { readAnew } from './in-step.ts'
import { patience, personalChange, wasAnswered, wordsOf } from './personal-change.ts'

const changeKey = ['cart-change']

/** What follows from the cart: all of it is read anew when it has changed. */
export const cartNames = ['cart', 'cart-summary', 'checkout'] as const

/** The cart with what is on its way to the server; a change that fails is out of it again. */
export function useCart() {
  const { data, isError, refetch } = useQuery({
    queryKey: ['personal', 'cart'],
    queryFn: async ({ signal }) => (await api<typeof getCarts>('POST', 'cart/getcarts', {}, signal)).data,
    refetchOnMount: 'always',
  })
  const changes = useMutationState({
    filters: { mutationKey: changeKey, status: 'pending' },
    select: ({ state }) => state.variables as CartChange,
  })
  return { lines: data && changes.reduce(changed, data), changing: changes.length > 0, isError, refetch }
}

/** Whether a change is on its way now; what is shown may learn of it a moment later. */
export const isCartChanging = (client: QueryClient) => client.isMutating({ mutationKey: changeKey }) > 0

/** What the cart costs, by the server. */
export function useCartSummary() {
  return useQuery({
    queryKey: ['personal', 'cart-summary'],
    queryFn: async ({ signal }) => (await api<typeof getCartSummary>('GET', 'cart/summary', {}, signal)).data,
    refetchOnMount: 'always',
  })
}

/** Changes the cart at once; the server's answer follows, with its words. */
export function useCartChange() {
  const client = useQueryClient()
  return useMutation({
    ...personalChange,
    mutationKey: changeKey,
    mutationFn: send,
    onSuccess: ({ message }, { kind }) => {
      if (kind === 'add') showToast('success', 'Added to cart successfully')
      if (kind === 'remove') showToast('success', message)
      return readAnew(client, cartNames)
    },
    onError: (error, { kind }) => {
      showToast('error', kind === 'add' ? wordsOf(error, 'Failed to add to cart') : wordsOf(error))
      // What is shown may be old.
      if (wasAnswered(error)) return readAnew(client, cartNames)
    },
  })
}

function send(change: CartChange): Promise<{ message: string }> {
  const { productid, variantid } = change.line
  const variant = variantid === 0 ? {} : { variantid }
  switch (change.kind) {
    case 'add': {
      const { quantity, price_at_add_time } = change.line
      return api<typeof addToCart>(
        'POST',
        'cart/addToCart',
        { productid, ...variant, quantity, price_at_add_time },
        patience(),
        { 'Idempotency-Key': change.key },
      )
    }
    case 'set':
      return api<typeof updateCart>(
        'POST',
        'cart/updatecart',
        { productid, ...variant, quantity: change.quantity },
        patience(),
      )
    case 'remove':
      return api<typeof deleteCarts>(
        'POST',
        'cart/deletecarts',
        { Productid: productid, ...variant },
        patience(),
      )
  }
}
