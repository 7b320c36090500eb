/** Round, evenly spaced tick values from highest to lowest; zero is always one of them. */
export function axisTicks(values: readonly number[]): number[] {
  const highest = Math.max(0, ...values)
  const lowest = Math.min(0, ...values)
  const step = roundUp((highest - lowest || 4) / 4)
  // Without sales the axis still gets one tick above zero.
  const top = Math.max(Math.ceil(highest / step - 1e-9), lowest < 0 ? 0 : 1)
  const bottom = Math.floor(lowest / step + 1e-9)
  return Array.from({ length: top - bottom + 1 }, (_, index) => (top - index) * step)
}

/** Rounds up to the next of 1, 2, 5, 10, 20, 50 … */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value))
  return [1, 2, 5, 10].map((digit) => digit * power).find((round) => round >= value - power * 1e-9) ?? value
}
