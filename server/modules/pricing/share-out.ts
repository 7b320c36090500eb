/**
 * Cuts an amount of minor units into shares by weight: whole units that always sum to it. What is left over after rounding
 * down goes, a unit each, to the largest remainders, the first of equal ones first. No share is above its weight as long
 * as the amount is not above the sum of weights.
 */
export function shareOut(amount: number, weights: readonly number[]): number[] {
  const whole = weights.reduce((all, weight) => all + BigInt(weight), 0n)
  if (whole === 0n) return weights.map(() => 0)
  const exact = weights.map((weight) => BigInt(amount) * BigInt(weight))
  const shares = exact.map((product) => Number(product / whole))
  const left = amount - shares.reduce((all, share) => all + share, 0)
  const byRemainder = exact
    .map((product, at) => ({ at, remainder: product % whole }))
    .toSorted((a, b) => Number(b.remainder > a.remainder) - Number(a.remainder > b.remainder) || a.at - b.at)
  const lucky = new Set(byRemainder.slice(0, left).map(({ at }) => at))
  return shares.map((share, at) => share + Number(lucky.has(at)))
}
