import type { AdminOrder } from '#contract/orders/admin-order.ts'
import { TextField } from '#web/ui/form/text-field.tsx'
import type { FormState } from '#web/ui/form/use-form.ts'

interface TrackingFieldsProps {
  form: FormState
  /** The name of the tracking number in the request. */
  numberField?: 'tracking' | 'trackingNumber'
  /** Values to start with. */
  initial?: Pick<AdminOrder, 'carrier' | 'tracking' | 'trackingUrl'>
}

/** Carrier, tracking number and tracking link. */
export function TrackingFields({ form, numberField = 'tracking', initial }: TrackingFieldsProps) {
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
        {...form.field(numberField)}
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
