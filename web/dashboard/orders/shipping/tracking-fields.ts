import { text } from '#web/dashboard/record-form/fields.tsx'

/** The fields for the tracking of a shipment. */
export const tracking = {
  carrier: text('Carrier', { required: false, maxLength: 100 }),
  number: text('Tracking number', { required: false, maxLength: 100 }),
  url: text('Tracking link', { type: 'url', required: false, maxLength: 500, placeholder: 'https://' }),
}
