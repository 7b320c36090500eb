import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { cancelOrder, getOrder, getOrders } from '#contract/order.ts'
import type { payOrder, refreshOrder } from '#contract/payment.ts'
import { api } from '../lib/api.ts'
import { readAnew } from './in-step.ts'
import { patience, wasAnswered } from './personal-change.ts'

/** Orders on a page of the list. */
export const ordersOnPage = 10

/** Which order, and what opens it for who is not signed in. */
export interface WhichOrder {
  number: string
  accessToken?: string | undefined
}

/** An order of who asks, or the one that the access token opens; `follow` looks every 5 s as long as it waits. */
export function useOrder(which: WhichOrder, { follow = false } = {}) {
  return useQuery({
    queryKey: ['personal', 'order', which],
    queryFn: async ({ signal }) =>
      (await api<typeof getOrder>('GET', 'orders/:number', given(which), signal)).data,
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => follow && state.data?.status === 'pending' && 5000,
    retry: (failures, error) => failures < 3 && !wasAnswered(error),
  })
}

/** The orders of who is signed in, the newest first; `page` from 1. */
export function useOrders(page: number) {
  return useQuery({
    queryKey: ['personal', 'orders', page],
    queryFn: ({ signal }) => api<typeof getOrders>('GET', 'orders', { page, limit: ordersOnPage }, signal),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  })
}

/** Cancels an order; rejects with an `ApiError`. */
export function useOrderCancelling(which: WhichOrder) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (reason: string) =>
      api<typeof cancelOrder>('POST', 'orders/:number/cancel', { ...given(which), reason }, patience()),
    // Refused, it looks otherwise than was thought.
    onSettled: () => readAnew(client, ['order', 'orders']),
  })
}

/** Asks where an order is paid; rejects with an `ApiError`, also where the provider cannot be reached. */
export function useOrderPaying(which: WhichOrder) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => api<typeof payOrder>('POST', 'orders/:number/pay', given(which), askingPatience()),
    // It may turn out to be paid already.
    onSettled: () => readAnew(client, ['order', 'orders']),
  })
}

/** Has the shop ask whether an order is paid, for who comes back from paying. */
export function useOrderRefreshing(which: WhichOrder) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () =>
      api<typeof refreshOrder>('POST', 'orders/:number/refresh', given(which), askingPatience()),
    onSettled: () => readAnew(client, ['order', 'orders']),
  })
}

/** The shop waits for somebody else. */
const askingPatience = () => AbortSignal.timeout(25_000)

const given = ({ number, accessToken }: WhichOrder) => (accessToken ? { number, accessToken } : { number })
