import { readId } from '../address-id.ts'

/** What is bought at once, past the cart. */
export interface WantedItem {
  productid: number
  variantid?: number
  quantity: number
}

/** The item that the address of the checkout names; undefined where it is about the cart. */
export function wantedItem(search: URLSearchParams): WantedItem | undefined {
  const productid = readId(search.get('product') ?? '')
  if (productid === undefined) return undefined
  const variantid = readId(search.get('variant') ?? '')
  const quantity = Math.min(readId(search.get('quantity') ?? '') ?? 1, 999)
  return variantid === undefined ? { productid, quantity } : { productid, variantid, quantity }
}
