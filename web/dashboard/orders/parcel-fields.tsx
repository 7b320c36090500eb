import type { AdminOrder } from '#contract/admin-order.ts'
import { TextField } from '../../ui/form/text-field.tsx'
import type { FormState } from '../../ui/form/use-form.ts'

interface ParcelFieldsProps {
  form: FormState
  /** What is known already. */
  known?: Pick<AdminOrder, 'carrier' | 'tracking' | 'trackingUrl'>
}

/** How a parcel is found. */
export function ParcelFields({ form, known }: ParcelFieldsProps) {
  return (
    <>
      <TextField
        {...form.field('carrier')}
        label="Carrier"
        required={false}
        maxLength={100}
        defaultValue={known?.carrier}
      />
      <TextField
        {...form.field('tracking')}
        label="Tracking number"
        required={false}
        maxLength={100}
        defaultValue={known?.tracking}
      />
      <TextField
        {...form.field('trackingUrl')}
        label="Link to follow it"
        type="url"
        required={false}
        maxLength={500}
        placeholder="https://"
        defaultValue={known?.trackingUrl}
      />
    </>
  )
}
