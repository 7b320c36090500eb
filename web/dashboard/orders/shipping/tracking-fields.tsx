import type { AdminOrder } from '#contract/orders/admin-order.ts'
import { TextField } from '../../../ui/form/text-field.tsx'
import type { FormState } from '../../../ui/form/use-form.ts'

interface TrackingFieldsProps {
  form: FormState
  /** Values to start with. */
  initial?: Pick<AdminOrder, 'carrier' | 'tracking' | 'trackingUrl'>
}

/** Carrier, tracking number and tracking link. */
export function TrackingFields({ form, initial }: TrackingFieldsProps) {
  return (
    <>
      <TextField
        {...form.field('carrier')}
        label="Carrier"
        required={false}
        maxLength={100}
        defaultValue={initial?.carrier}
      />
      <TextField
        {...form.field('tracking')}
        label="Tracking number"
        required={false}
        maxLength={100}
        defaultValue={initial?.tracking}
      />
      <TextField
        {...form.field('trackingUrl')}
        label="Tracking link"
        type="url"
        required={false}
        maxLength={500}
        placeholder="https://"
        defaultValue={initial?.trackingUrl}
      />
    </>
  )
}
