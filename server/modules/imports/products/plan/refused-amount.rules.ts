import { decimalsProblem, MAX_PRICE, toMinor } from '#server/modules/pricing/index.ts'
import type { ImportedVariant } from '../imported-product.ts'

/** Why the shop cannot store an amount of the file; undefined if it can. */
export function refusedAmount(
  { price, salePrice, cost }: Pick<ImportedVariant, 'price' | 'salePrice' | 'cost'>,
  currency: string,
): string | undefined {
  for (const [name, amount] of Object.entries({ price, 'sale price': salePrice, cost })) {
    if (amount === undefined || amount === null) continue
    if (toMinor(amount, currency) > MAX_PRICE) return `The ${name} ${amount} is too high`
    const problem = decimalsProblem(amount, currency)
    if (problem !== undefined) return `The ${name} ${amount} is not valid. ${problem}`
  }
  return undefined
}
