import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { links } from '#contract/links.ts'
import type { PlacedOrder } from '#contract/orders/order.ts'
import { cartQueryNames } from '../../data/cart.ts'
import { isOutcomeUnknown, sendOrder } from '../../data/checkout.ts'
import {
  clearDraft,
  readDraft,
  writeDraft,
  type OrderAttempt,
  type OrderInput,
} from '../../data/checkout-draft.ts'
import { refetchEverywhere } from '../../data/cross-tab-sync.ts'
import { useShop } from '../../data/shop.ts'
import { newIdempotencyKey } from '../../lib/new-key.ts'

/** Reuses the idempotency key for an unchanged order, so that it is never placed twice. */
export function nextAttempt(previous: OrderAttempt | undefined, body: OrderInput): OrderAttempt {
  const isSame = previous && JSON.stringify(previous.body) === JSON.stringify(body)
  return isSame ? previous : { key: newIdempotencyKey(), body }
}

/**
 * Places an order and opens its page. An order without a response is `pending`, also after a reload, until it is sent again
 * with its key.
 */
export function usePlaceOrder(userId: number | null) {
  const { configId } = useShop()
  const client = useQueryClient()
  const navigate = useNavigate()
  const [pending, setPending] = useState(() => readDraft(configId, userId).attempt)

  function storeAttempt(attempt: OrderAttempt | undefined) {
    const { attempt: _previous, ...draft } = readDraft(configId, userId)
    writeDraft(configId, attempt ? { ...draft, attempt } : draft)
  }

  /** Rejects with an `ApiError` if the server refuses the order; then the cart is refetched. */
  async function send(attempt: OrderAttempt, onPlaced?: () => Promise<void>): Promise<void> {
    storeAttempt(attempt)
    const order = await sendOrder(attempt).catch(async (error: unknown) => {
      if (isOutcomeUnknown(error)) return setPending(attempt)
      storeAttempt(undefined)
      await refetchEverywhere(client, cartQueryNames)
      throw error
    })
    if (order) await openOrder(order, onPlaced)
  }

  async function openOrder(order: PlacedOrder, onPlaced?: () => Promise<void>) {
    const { number, accessToken, paymentUrl } = order
    clearDraft(configId)
    await onPlaced?.().catch(() => {})
    // Replaces the checkout, so that the back button does not return to it.
    await navigate(links.order(number, accessToken), { replace: true, state: { placed: true } })
    void refetchEverywhere(client, [...cartQueryNames, 'orders', 'addresses'])
    if (paymentUrl) location.assign(paymentUrl)
  }

  return {
    pending,
    place: (body: OrderInput, onPlaced: () => Promise<void>): Promise<void> =>
      send(nextAttempt(readDraft(configId, userId).attempt, body), onPlaced),
    retry: send,
    /** Returns to the form. Sending the same order there uses the same key. */
    dismiss: () => setPending(undefined),
  }
}
