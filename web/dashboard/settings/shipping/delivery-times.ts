/** ISO weekdays from Monday. */
export const weekdays = [1, 2, 3, 4, 5, 6, 7]

/** "2:00 pm" for 14. */
function hourText(hour: number): string {
  return `${hour % 12 || 12}:00 ${hour < 12 ? 'am' : 'pm'}`
}

/** The choices of the cut-off hour. */
export const cutoffHours: (readonly [hour: number, name: string])[] = [
  [0, 'None: orders are packed on the next working day'],
  ...Array.from({ length: 23 }, (_, at) => [at + 1, hourText(at + 1)] as const),
  [24, 'Midnight: orders are packed on the day they arrive'],
]
