import { formatDate } from '#web/lib/format/dates.ts'
import { text } from '#web/dashboard/record-form/fields.tsx'

/** The day that a customer is promised. It can be empty. */
export const expectedDay = (locale: string, initial: string | null = null) =>
  text<string | null>('Expected on', {
    type: 'date',
    required: false,
    hint: 'The customer sees this day. Leave it empty to promise none.',
    initial,
    toText: (day) => day ?? '',
    fromText: (day) => day || null,
    // A day has no time zone.
    show: (day) => (day === null ? '' : formatDate(day, { locale, timeZone: 'UTC' })),
  })

/** The fields for the tracking of a shipment. */
export const tracking = {
  carrier: text('Carrier', { required: false, maxLength: 100 }),
  number: text('Tracking number', { required: false, maxLength: 100 }),
  url: text('Tracking link', { type: 'url', required: false, maxLength: 500, placeholder: 'https://' }),
}
