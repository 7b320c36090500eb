import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import type { DeliveryEstimate, getDelivery } from '#contract/orders/delivery/delivery.ts'
import { api } from '../lib/api.ts'
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
  const client = useQueryClient()
  const pincode = useRememberedPinCode()
  const input = (code: string) => ({
    ...(productid !== undefined && { productid }),
    ...(variantid !== undefined && { variantid }),
    ...(code && { pincode: code }),
  })
  const options = (code: string) => ({
    queryKey: ['delivery', input(code)],
    queryFn: async ({ signal }: { signal: AbortSignal }) =>
      (await api<typeof getDelivery>('GET', 'delivery', input(code), signal)).data,
  })
  const isFirst = !pincode && variantid === firstVariantId
  const { data: estimate = first } = useQuery({
    ...options(pincode),
    ...(isFirst && { initialData: first }),
    staleTime: ({ state }) => msUntilEnd(state.data),
    refetchInterval: ({ state }) => (state.data ? Math.max(msUntilEnd(state.data), 1000) : false),
    placeholderData: keepPreviousData,
  })
  return {
    estimate,
    /** Reads delivery to a PIN code and remembers it. Rejects with an `ApiError`. */
    async check(code: string) {
      await client.query({ ...options(code), retry: false })
      rememberPinCode(code)
    },
  }
}

const msUntilEnd = (estimate: DeliveryEstimate | undefined) =>
  estimate ? Math.min(Math.max(Date.parse(estimate.until) - Date.now(), 0), MAX_DELAY_MS) : 0
