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
