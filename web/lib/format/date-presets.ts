import type { DateFormat } from './dates.ts'

/** A period of whole days, `2026-11-24`; both are part of it. */
export interface Period {
  name: string
  from: string
  to: string
}

/** Common periods that end today or before, in the time zone of the shop. The financial year is that of the invoices: from April. */
export function datePresets(now: Date, { timeZone }: Pick<DateFormat, 'timeZone'>): Period[] {
  const [year = 0, month = 0, day = 0] = new Intl.DateTimeFormat('en-CA', { timeZone })
    .format(now)
    .split('-')
    .map(Number)
  // The day of a month counted from 1; other months and days carry over.
  const dayOf = (monthNumber: number, dayNumber: number) =>
    new Date(Date.UTC(year, monthNumber - 1, dayNumber)).toISOString().slice(0, 10)
  const today = dayOf(month, day)
  return [
    { name: 'Today', from: today, to: today },
    { name: 'Last 7 days', from: dayOf(month, day - 6), to: today },
    { name: 'This month', from: dayOf(month, 1), to: today },
    { name: 'Last month', from: dayOf(month - 1, 1), to: dayOf(month, 0) },
    { name: 'This quarter', from: dayOf(month - ((month - 1) % 3), 1), to: today },
    { name: 'Financial year', from: dayOf(month < 4 ? 4 - 12 : 4, 1), to: today },
  ]
}
