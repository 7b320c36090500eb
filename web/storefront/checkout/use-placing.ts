import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { links } from '#contract/links.ts'
import type { PlacedOrder } from '#contract/order.ts'
import { cartNames } from '../../data/cart.ts'
import { isUnsettled, sendOrder } from '../../data/checkout.ts'
import {
  forgetDraft,
  readDraft,
  writeDraft,
  type Attempt,
  type OrderInput,
} from '../../data/checkout-draft.ts'
import { readAnew } from '../../data/in-step.ts'
import { useShop } from '../../data/shop.ts'

/**
 * Sends an order, and leads on to it. As long as it is not known what has become of one it is `unsettled`, also after a
 * reload, and sent again under its own key.
 */
export function usePlacing(userId: number | null) {
  const { configId } = useShop()
  const client = useQueryClient()
  const navigate = useNavigate()
  const [unsettled, setUnsettled] = useState(() => readDraft(configId, userId).attempt)

  function remember(attempt: Attempt | undefined) {
    const { attempt: _before, ...draft } = readDraft(configId, userId)
    writeDraft(configId, attempt ? { ...draft, attempt } : draft)
  }

  /** Rejects with an `ApiError` where the order was refused; then nothing was ordered, and what is shown is read anew. */
  async function send(attempt: Attempt, placed?: () => Promise<void>): Promise<void> {
    remember(attempt)
    const order = await sendOrder(attempt).catch(async (error: unknown) => {
      if (isUnsettled(error)) return setUnsettled(attempt)
      remember(undefined)
      await readAnew(client, cartNames)
      throw error
    })
    if (order) await leadOn(order, placed)
  }

  async function leadOn({ number, accessToken, paymentUrl }: PlacedOrder, placed?: () => Promise<void>) {
    forgetDraft(configId)
    await placed?.().catch(() => {})
    // In the place of the checkout, so that the way back does not lead to it.
    await navigate(links.order(number, accessToken), { replace: true, state: { placed: true } })
    void readAnew(client, [...cartNames, 'orders', 'addresses'])
    if (paymentUrl) location.assign(paymentUrl)
  }

  return {
    unsettled,
    /** One key for one intent: the same order under the same, another one under a new one. */
    place(body: OrderInput, placed: () => Promise<void>): Promise<void> {
      const before = readDraft(configId, userId).attempt
      const isSame = before && JSON.stringify(before.body) === JSON.stringify(body)
      return send(isSame ? before : { key: crypto.randomUUID(), body }, placed)
    },
    retry: send,
    /** Back to the form, which sends the same order under the same key still. */
    settle: () => setUnsettled(undefined),
  }
}
