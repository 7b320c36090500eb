import { useEffect, useState } from 'react'
import type { DeliveryEstimate } from '#contract/orders/delivery/delivery.ts'
import { call } from '../lib/call.ts'
import { rememberPinCode, useRememberedPinCode } from '../lib/remembered-pin-code.ts'

/** What delivery is computed for; without a product the usual delivery of the shop. */
interface DeliveryItem {
  productid?: number
  variantid?: number | undefined
}

/** The longest delay of a browser timer. */
const MAX_DELAY_MS = 2 ** 31 - 1

/**
 * Delivery of an item to the PIN code that this device remembers. `first` is the estimate of the page for `firstVariantId`.
 * The page may be older than a cut-off, so an estimate is read again once it ends.
 */
export function useDelivery(
  { productid, variantid }: DeliveryItem,
  first: DeliveryEstimate,
  firstVariantId?: number,
) {
  const pincode = useRememberedPinCode()
  const [shown, setShown] = useState({ input: deliveryInput(productid, firstVariantId, ''), estimate: first })
  const wanted = deliveryInput(productid, variantid, pincode)
  const { input, estimate } = shown
  useEffect(() => {
    const controller = new AbortController()
    const read = async () => {
      const next = await readDelivery(wanted, controller.signal).catch(() => undefined)
      if (!controller.signal.aborted && next) setShown({ input: wanted, estimate: next })
    }
    const timer = setTimeout(() => void read(), input === wanted ? Math.max(msUntilEnd(estimate), 1000) : 0)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [input, wanted, estimate])
  return {
    estimate,
    /** Reads delivery to a PIN code and remembers it. Rejects with an `ApiError`. */
    async check(code: string) {
      const checked = deliveryInput(productid, variantid, code)
      setShown({ input: checked, estimate: await readDelivery(checked) })
      rememberPinCode(code)
    },
  }
}

/** The query of the call as text, so that equal ones are equal. */
const deliveryInput = (productid: number | undefined, variantid: number | undefined, pincode: string) =>
  JSON.stringify({ productid, variantid, ...(pincode && { pincode }) })

const readDelivery = async (input: string, signal?: AbortSignal): Promise<DeliveryEstimate> =>
  (await call('GET delivery', JSON.parse(input) as object, { signal })).data

const msUntilEnd = ({ until }: DeliveryEstimate) =>
  Math.min(Math.max(Date.parse(until) - Date.now(), 0), MAX_DELAY_MS)
