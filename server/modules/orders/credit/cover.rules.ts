import { AppError } from '#server/http/errors.ts'
import type { ShopContext } from '#server/http/route.ts'
import { coverTotal, creditProblem, sourceName, type CreditSource } from '#server/modules/credit/index.ts'
import { toMinor } from '#server/modules/pricing/index.ts'

/** What one gift card or store credit pays of an order, in minor units. */
export interface CreditPart {
  source: CreditSource
  amount: number
}

/** What an order is to be paid with before anything else. */
export interface CreditBasis {
  /** Locked, in the order in which they pay. */
  sources: readonly CreditSource[]
  /** What the shopper saw that they pay, in major units; absent: any amount is right. */
  expected?: number | null | undefined
}

/**
 * What gift cards and store credit pay of a total. AppError 409 `gift_card_refused` for one that pays nothing, `credit_changed` if
 * they pay another amount than the shopper saw.
 */
export function coverOrder(
  total: number,
  { sources, expected }: CreditBasis,
  shop: ShopContext,
): CreditPart[] {
  for (const source of sources) {
    const message = creditProblem(source, shop, { name: sourceName(source) })
    // Store credit without a balance is no mistake of the shopper.
    if (message !== null && source.kind === 'gift_card') throw refused(message)
  }
  const parts = coverTotal(total, sources).filter(({ amount }) => amount > 0)
  const covered = sumParts(parts)
  if (expected !== undefined && expected !== null && toMinor(expected, shop.currency) !== covered) {
    const message =
      'What your gift cards or store credit pay has changed. Please review it and place your order again.'
    throw new AppError(409, 'credit_changed', message, [{ path: 'giftCards', message }])
  }
  return parts
}

/** What parts pay together, in minor units. */
export const sumParts = (parts: readonly { amount: number }[]): number =>
  parts.reduce((sum, { amount }) => sum + amount, 0)

/** AppError 409 for a gift card that cannot pay. */
export const refused = (message: string): AppError =>
  new AppError(409, 'gift_card_refused', message, [{ path: 'giftCards', message }])
