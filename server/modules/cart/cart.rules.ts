import type { CartLine } from '#contract/cart.ts'
import { AppError } from '#server/http/errors.ts'
import { sayWhatIsLeft } from '#server/modules/stock/index.ts'

export const mostPieces = 999
export const mostLines = 100

/** What can be put into a cart. */
export interface Choice {
  variantId: number
  name: string
  options: Record<string, string>
  available: number
}

/** Refuses more pieces than there are, or than a line may have (409). */
export function requirePieces(choice: Choice, quantity: number): void {
  if (quantity > choice.available) throw new AppError(409, 'out_of_stock', sayWhatIsLeft(choice))
  requireLine({ name: choice.name, quantity })
}

/** Refuses more pieces than a line may have (409). */
export function requireLine({ name, quantity }: { name: string; quantity: number }): void {
  if (quantity <= mostPieces) return
  throw new AppError(409, 'too_many_pieces', `A cart takes at most ${mostPieces} pieces of ${name}`)
}

/** A line as it stands against the catalogue of this moment. Prices in minor units, of one piece. */
export interface LineState {
  quantity: number
  /** The shop sells it: live, not deleted, not retired. */
  sold: boolean
  available: number
  price: number
  priceAtAdd: number
}

/** Whether the line can be ordered, and so counts in the summary. */
export const counts = ({ sold, available }: LineState) => sold && available > 0

/** What the shopper should be told about a line. */
export function noticesOf(line: LineState): CartLine['notices'] {
  if (!line.sold) return ['gone']
  const notices: CartLine['notices'] = []
  if (line.available <= 0) notices.push('sold_out')
  else if (line.quantity > line.available) notices.push('too_many')
  if (line.price > line.priceAtAdd) notices.push('price_up')
  if (line.price < line.priceAtAdd) notices.push('price_down')
  return notices
}

/** Options of a variant in the order in which the product names them; jsonb keeps none. */
export function inOrder(options: Record<string, string>, names: readonly string[]): Record<string, string> {
  const entries = Object.entries(options)
  return Object.fromEntries(entries.sort(([a], [b]) => names.indexOf(a) - names.indexOf(b)))
}
