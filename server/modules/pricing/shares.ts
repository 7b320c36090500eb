/**
 * Splits an amount (minor units) by weight into whole shares that add up to it. Units left over after rounding down go to
 * the largest remainders, on a tie to the first. No share exceeds its weight if the amount does not exceed the sum.
 */
export function shareOut(amount: number, weights: readonly number[]): number[] {
  const totalWeight = weights.reduce((all, weight) => all + BigInt(weight), 0n)
  if (totalWeight === 0n) return weights.map(() => 0)
  const products = weights.map((weight) => BigInt(amount) * BigInt(weight))
  const shares = products.map((product) => Number(product / totalWeight))
  const left = amount - shares.reduce((all, share) => all + share, 0)
  const byRemainder = products
    .map((product, index) => ({ index, remainder: product % totalWeight }))
    .toSorted(
      (a, b) => Number(b.remainder > a.remainder) - Number(a.remainder > b.remainder) || a.index - b.index,
    )
  const roundedUp = new Set(byRemainder.slice(0, left).map(({ index }) => index))
  return shares.map((share, index) => share + Number(roundedUp.has(index)))
}

/**
 * The amount (minor units) that refunds `quantity` more units of a line, after `before` units were refunded. The refunds of
 * all units add up to the total of the line exactly.
 */
export function refundShare(
  line: { quantity: number; total: number },
  { before, quantity }: { before: number; quantity: number },
): number {
  const upTo = (count: number) => Number((BigInt(line.total) * BigInt(count)) / BigInt(line.quantity))
  return upTo(before + quantity) - upTo(before)
}
