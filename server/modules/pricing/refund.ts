/**
 * What further pieces of a line are paid back with, in minor units, where some were paid back before. All its pieces
 * together come to its total exactly, in however many steps.
 */
export function shareOfPieces(
  line: { quantity: number; total: number },
  { before, pieces }: { before: number; pieces: number },
): number {
  const upTo = (count: number) => Number((BigInt(line.total) * BigInt(count)) / BigInt(line.quantity))
  return upTo(before + pieces) - upTo(before)
}
