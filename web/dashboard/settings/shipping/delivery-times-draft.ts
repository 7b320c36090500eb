import type { DeliveryCalendar } from '#contract/orders/delivery/delivery-dates.ts'
import { parseAmount } from './zone-draft.ts'

type Fields = Record<string, string>

/** ISO weekdays from Monday. */
export const weekdays = [1, 2, 3, 4, 5, 6, 7]

/** "2:00 pm" for 14. */
function hourText(hour: number): string {
  return `${hour % 12 || 12}:00 ${hour < 12 ? 'am' : 'pm'}`
}

/** The choices of the cut-off hour. */
export const cutoffHours: [value: string, name: string][] = [
  ['0', 'None: orders are packed on the next working day'],
  ...Array.from({ length: 23 }, (_, at): [string, string] => [String(at + 1), hourText(at + 1)]),
  ['24', 'Midnight: orders are packed on the day they arrive'],
]

/** The working days and the cut-off of the form's fields. */
export const calendarFrom = (
  fields: Fields,
  holidays: readonly string[],
): Omit<DeliveryCalendar, 'timeZone'> & { weekdays: number[]; holidays: string[] } => ({
  cutoff_hour: parseAmount(fields['cutoff_hour']),
  weekdays: weekdays.filter((weekday) => fields[`weekday_${weekday}`] === 'on'),
  holidays: [...holidays],
})
