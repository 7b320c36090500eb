import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { z } from 'zod'
import type { Checkout, getCheckout } from '#contract/checkout.ts'
import type { placeOrder, PlacedOrder } from '#contract/order.ts'
import { api, ApiError } from '../lib/api.ts'
import type { Attempt } from './checkout-draft.ts'
import { wasAnswered } from './personal-change.ts'

/** What is asked for, of which all but the items may still be unknown. */
export type Wishes = z.input<typeof getCheckout.input>

/** What the cart or the items cost, delivered; the last answer stays until the next is here. */
export function useCheckout(wishes: Wishes) {
  const query = useQuery({
    queryKey: ['personal', 'checkout', wishes],
    queryFn: async ({ signal }) =>
      (await api<typeof getCheckout>('GET', 'checkout', present(wishes), signal)).data,
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
    retry: (failures, error) => failures < 3 && !wasAnswered(error),
  })
  // Also where the next one does not come: what was typed must not go with it.
  const [last, setLast] = useState<Checkout>()
  if (query.data && query.data !== last) setLast(query.data)
  return { ...query, data: query.data ?? last }
}

const present = (wishes: Wishes) =>
  Object.fromEntries(Object.entries(wishes).filter(([, value]) => value)) as Wishes

/**
 * Places an order; the same attempt makes one order, however often it is sent. While the server says that it is at work
 * on it, waits and asks again. Rejects with an `ApiError`.
 */
export async function sendOrder({ key, body }: Attempt): Promise<PlacedOrder> {
  for (let left = 10; ; left--) {
    try {
      const headers = { 'Idempotency-Key': key }
      return (await api<typeof placeOrder>('POST', 'orders', body, providerPatience(), headers)).data
    } catch (error) {
      if (left === 0 || !(error instanceof ApiError) || error.code !== 'in_progress') throw error
      await new Promise((over) => setTimeout(over, 1000))
    }
  }
}

/** The shop may have to ask who takes the payment, which takes a while. */
const providerPatience = () => AbortSignal.timeout(25_000)

/** Whether the order may have been placed although the call has failed. */
export const isUnsettled = (error: unknown) =>
  !(error instanceof ApiError) || error.status === 0 || error.status >= 500 || error.code === 'in_progress'
