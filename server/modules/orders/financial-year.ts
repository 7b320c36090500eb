/** The financial year of India that a moment belongs to at a place, from April to March: `2026-27`. */
export function financialYear(moment: Date, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en', { timeZone, year: 'numeric', month: 'numeric' })
    .formatToParts(moment)
    .map(({ type, value }) => [type, Number(value)])
  const { year, month } = Object.fromEntries(parts) as { year: number; month: number }
  const from = month >= 4 ? year : year - 1
  return `${from}-${String((from + 1) % 100).padStart(2, '0')}`
}
