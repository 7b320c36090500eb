import { MAX_QUANTITY } from '#contract/cart/max-quantity.ts'
import { parseId } from '../parse-id.ts'

/** The item of a Buy Now checkout. */
export interface BuyNowItem {
  productid: number
  variantid?: number
  quantity: number
}

/** Parses the item in the URL of the checkout; undefined if the checkout is for the cart. */
export function parseBuyNowItem(search: URLSearchParams): BuyNowItem | undefined {
  const productid = parseId(search.get('product') ?? '')
  if (productid === undefined) return undefined
  const variantid = parseId(search.get('variant') ?? '')
  const quantity = Math.min(parseId(search.get('quantity') ?? '') ?? 1, MAX_QUANTITY)
  return variantid === undefined ? { productid, quantity } : { productid, variantid, quantity }
}
