import { shareOut } from './shares.ts'

/**
 * Where tax is rounded. `line`: each line and part of the delivery. `halves`: as `line`, but CGST and SGST are two taxes of
 * half the rate, each rounded alone, so both are equal. `rate`: once for all amounts of a rate, as EN 16931 asks. The last two
 * count only where prices have no tax: otherwise the price fixes the total.
 */
export type TaxRounding = 'line' | 'halves' | 'rate'

export interface RoundingRules {
  includesTax: boolean
  /** Absent: `line`. */
  rounding?: TaxRounding
}

const WHOLE = 1_000_000n

/** The tax in or on an amount in minor units; the rate is in millionths. */
export function taxOf(amount: number, rate: number, { includesTax, rounding }: RoundingRules): number {
  if (includesTax) return containedTax(amount, rate)
  return rounding === 'halves' ? 2 * addedTax(amount, rate, 2n) : addedTax(amount, rate)
}

/** The tax included in an amount: gross - gross / (1 + rate), half a minor unit rounded up. */
function containedTax(gross: number, rate: number): number {
  const whole = WHOLE + BigInt(rate)
  return Number((2n * BigInt(gross) * BigInt(rate) + whole) / (2n * whole))
}

/** The tax on top of an amount, or one of its equal parts, half a minor unit rounded up. */
function addedTax(net: number, rate: number, parts = 1n): number {
  const whole = WHOLE * parts
  return Number((2n * BigInt(net) * BigInt(rate) + whole) / (2n * whole))
}

/** An amount without tax, its rate in millionths and its tax. Minor units. */
interface Taxed {
  rate: number
  net: number
  tax: number
}

/**
 * The tax of amounts such that each rate has the tax of its sum, rounded once: 20 % of 17.50 is 3.50 however many lines make
 * up the sum. Without `rate` rounding, the taxes as they are.
 */
export function taxesByRate(taxed: readonly Taxed[], rules: RoundingRules): number[] {
  if (rules.rounding !== 'rate' || rules.includesTax) return taxed.map(({ tax }) => tax)
  const taxes = taxed.map(({ tax }) => tax)
  const byRate = Map.groupBy(
    taxed.map((_, index) => index),
    (index) => taxed[index]?.rate ?? 0,
  )
  for (const [rate, places] of byRate) {
    const nets = places.map((index) => taxed[index]?.net ?? 0)
    const net = nets.reduce((sum, each) => sum + each, 0)
    const total = addedTax(net, rate)
    shareOut(total, nets).forEach((tax, at) => (taxes[places[at] ?? 0] = tax))
  }
  return taxes
}
