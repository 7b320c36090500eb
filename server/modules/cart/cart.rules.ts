import type { CartLine } from '#contract/cart/cart.ts'
import { MAX_QUANTITY } from '#contract/cart/max-quantity.ts'
import { AppError } from '#server/http/errors.ts'
import { remainingStockMessage } from '#server/modules/stock/index.ts'

export const MAX_LINES = 100

/** A variant that can be added to a cart. */
export interface CartItem {
  variantId: number
  name: string
  options: Record<string, string>
  /** Units that orders may take. */
  available: number
}

/** AppError 409 if fewer units are available, or if a line cannot hold so many. */
export function requireAvailable(item: CartItem, quantity: number): void {
  if (quantity > item.available) throw new AppError(409, 'out_of_stock', remainingStockMessage(item))
  requireLineQuantity({ name: item.name, quantity })
}

/** AppError 409 `too_many_items` if a line cannot hold so many units. */
export function requireLineQuantity({ name, quantity }: { name: string; quantity: number }): void {
  if (quantity <= MAX_QUANTITY) return
  throw new AppError(409, 'too_many_items', `You can add up to ${MAX_QUANTITY} of ${name}`)
}

/** A cart line compared with the current catalog. Prices in minor units, per unit. */
export interface LineState {
  quantity: number
  /** The shop sells it: live, not deleted, not retired. */
  sold: boolean
  available: number
  isOnBackorder: boolean
  price: number
  priceAtAdd: number
}

/** Whether the line can be ordered and counts in the summary. */
export const isInStock = ({ sold, available }: LineState) => sold && available > 0

/** What has changed about a line since it was added. */
export function lineNotices(line: LineState): CartLine['notices'] {
  if (!line.sold) return ['gone']
  const notices: CartLine['notices'] = []
  if (line.available <= 0) notices.push('sold_out')
  else if (line.quantity > line.available) notices.push('too_many')
  else if (line.isOnBackorder) notices.push('backorder')
  if (line.price > line.priceAtAdd) notices.push('price_up')
  if (line.price < line.priceAtAdd) notices.push('price_down')
  return notices
}

/** Sorts the options of a variant as the product lists them, because jsonb does not keep the order. */
export function sortOptions(
  options: Record<string, string>,
  names: readonly string[],
): Record<string, string> {
  const entries = Object.entries(options)
  return Object.fromEntries(entries.sort(([a], [b]) => names.indexOf(a) - names.indexOf(b)))
}
