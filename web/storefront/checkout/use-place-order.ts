import { useQueryClient } from '@tanstack/react-query'
import { useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { openPage } from '#web/lib/browser/open-page.ts'
import { links } from '#contract/links.ts'
import type { PlacedOrder } from '#contract/orders/order.ts'
import { cartQueryNames } from '#web/data/cart/cart-changes.ts'
import { isOutcomeUnknown, nextAttempt, sendOrder } from '#web/data/checkout/send-order.ts'
import {
  clearDraft,
  readDraft,
  writeDraft,
  type OrderAttempt,
  type OrderInput,
} from '#web/data/checkout/checkout-draft.ts'
import { refetchEverywhere, tellOtherTabs } from '#web/data/visitor/cross-tab-sync.ts'
import { useShop } from '#web/data/shop.ts'
import { newIdempotencyKey } from '#web/lib/new-key.ts'

/**
 * Places an order and opens its page. An order without a response is `pending`, also after a reload, until it is sent again
 * with its key. `formKey` is the key of the form that the server has rendered: the browser may be sending it already.
 */
export function usePlaceOrder(userId: number | null, formKey?: string) {
  const { configId } = useShop()
  const client = useQueryClient()
  const storedAttempt = () => readDraft(configId, userId).attempt
  // The server, whose page this must equal at first, does not know it.
  const [pending, setPending] = useState(() => (formKey ? undefined : storedAttempt()))
  const showStored = useEffectEvent(() => setPending(storedAttempt()))
  useLayoutEffect(() => showStored(), [])

  const unusedKey = useRef(formKey)
  function newKey() {
    const key = unusedKey.current ?? newIdempotencyKey()
    unusedKey.current = undefined
    return key
  }

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
    // Other tabs have nothing to order any more. This page keeps its lines until it leaves.
    tellOtherTabs([...cartQueryNames, 'orders', 'addresses'])
    // Replaces the checkout, so that the back button does not return to it.
    // An account opens its orders without the token, which would stay in the history of a shared computer.
    const token = userId === null ? accessToken : undefined
    if (paymentUrl === null) return openPage(links.order(number, token, 'placed'), { replace: true })
    // Back from the payment opens the order.
    history.replaceState(null, '', links.order(number, token))
    return openPage(paymentUrl)
  }

  return {
    pending,
    place: (body: OrderInput, onPlaced: () => Promise<void>): Promise<void> =>
      send(nextAttempt(storedAttempt(), body, newKey), onPlaced),
    retry: send,
    /** Returns to the form. Sending the same order there uses the same key. */
    dismiss: () => setPending(undefined),
  }
}
