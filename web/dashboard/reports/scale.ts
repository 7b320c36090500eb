/** The lines of a chart from the highest to the lowest, at even and round distances; zero is always one of them. */
export function ticksOf(values: readonly number[]): number[] {
  const highest = Math.max(0, ...values)
  const lowest = Math.min(0, ...values)
  const step = roundUp((highest - lowest || 1) / 4)
  // Where nothing was sold there is still a line above zero.
  const top = Math.max(Math.ceil(highest / step - 1e-9), lowest < 0 ? 0 : 1)
  const bottom = Math.floor(lowest / step + 1e-9)
  return Array.from({ length: top - bottom + 1 }, (_, index) => (top - index) * step)
}

/** The next of 1, 2, 5, 10, 20, 50 … */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value))
  return [1, 2, 5, 10].map((digit) => digit * power).find((round) => round >= value - power * 1e-9) ?? value
}
