import type { TaxRate } from './tax-rate.ts'

const day = (text: string | null, open: string) => text ?? open

const overlapInTime = (a: TaxRate, b: TaxRate) =>
  day(a.from, '0000') <= day(b.to, '9999') && day(b.from, '0000') <= day(a.to, '9999')

const overlapInPrice = (a: TaxRate, b: TaxRate) =>
  (a.over ?? 0) < (b.upTo ?? Infinity) && (b.over ?? 0) < (a.upTo ?? Infinity)

const samePlace = (a: TaxRate, b: TaxRate) =>
  a.class === b.class &&
  a.country === b.country &&
  a.state.toLowerCase() === b.state.toLowerCase() &&
  (a.postalFrom === '') === (b.postalFrom === '')

const overlapInPostalCodes = (a: TaxRate, b: TaxRate) =>
  a.postalFrom === '' ||
  (a.postalFrom.length === b.postalFrom.length && a.postalFrom <= b.postalTo && b.postalFrom <= a.postalTo)

const samePostalCodes = (a: TaxRate, b: TaxRate) => a.postalFrom === b.postalFrom && a.postalTo === b.postalTo

/** `Standard in DE from 2025-01-01`, for a sentence about a rate. */
const nameOf = ({ class: name, country, state, from }: TaxRate) =>
  `“${name}” in ${[state, country].filter(Boolean).join(', ')}${from ? ` from ${from}` : ''}`

/** The problems of a list of rates: two that apply at once, and price bands that leave a gap. Paths start at the list. */
export function rateTableIssues(rates: readonly TaxRate[]): { path: (string | number)[]; message: string }[] {
  const issues: { path: (string | number)[]; message: string }[] = []
  rates.forEach((rate, index) => {
    const other = rates
      .slice(0, index)
      .find(
        (each) =>
          samePlace(rate, each) &&
          overlapInPostalCodes(rate, each) &&
          overlapInTime(rate, each) &&
          overlapInPrice(rate, each),
      )
    if (other) {
      const message = `Two rates apply at once: ${nameOf(other)} (${other.percent} %) and ${nameOf(rate)} (${rate.percent} %). End one before the other begins.`
      issues.push({ path: [index, 'from'], message })
    }
    if (rate.upTo === null) return
    const isContinued = rates.some(
      (each) =>
        samePlace(rate, each) &&
        samePostalCodes(rate, each) &&
        overlapInTime(rate, each) &&
        each.over === rate.upTo,
    )
    if (!isContinued)
      issues.push({
        path: [index, 'upTo'],
        message: `The price bands of ${nameOf(rate)} leave a gap: no rate begins where this band ends.`,
      })
  })
  rates.forEach((rate, index) => {
    if (!rate.over) return
    const hasLower = rates.some(
      (each) =>
        samePlace(rate, each) &&
        samePostalCodes(rate, each) &&
        overlapInTime(rate, each) &&
        each.upTo === rate.over,
    )
    if (!hasLower)
      issues.push({
        path: [index, 'over'],
        message: `The price bands of ${nameOf(rate)} leave a gap: no rate ends where this band begins.`,
      })
  })
  return issues
}
