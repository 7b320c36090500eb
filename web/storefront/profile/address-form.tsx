import { addressInput, type Address } from '#contract/people/account.ts'
import { useAddressChanges } from '../../data/account/addresses.ts'
import { showToast } from '../../lib/toasts.ts'
import { CheckboxField } from '../../ui/form/checkbox-field.tsx'
import { Form } from '../../ui/form/form.tsx'
import { SelectField } from '../../ui/form/select-field.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { countryNames } from '#contract/orders/address/country-names.ts'

interface AddressFormProps {
  /** The address to edit; undefined adds a new one. */
  address: Address | undefined
  onDone(): void
}

export function AddressForm({ address, onDone }: AddressFormProps) {
  const { save } = useAddressChanges()
  const form = useForm({
    schema: addressInput,
    read: ({ is_default: chosen, ...fields }) => ({
      ...fields,
      is_default: chosen === 'on' || address?.is_default === true,
    }),
    async submit(input) {
      await save(input, address?.id)
      showToast('success', 'Address saved')
      onDone()
    },
  })
  return (
    <Form
      form={form}
      label="Address"
      action="Save address"
      busyAction="Saving…"
      className="max-w-xl"
      onCancel={onDone}
    >
      <TextField
        {...form.field('fullName')}
        label="Full name"
        autoComplete="name"
        defaultValue={address?.fullName}
      />
      <TextField
        {...form.field('phone')}
        label="Phone"
        type="tel"
        autoComplete="tel"
        hint="In case the courier needs to reach you."
        defaultValue={address?.phone}
      />
      <TextField
        {...form.field('line1')}
        label="House number and street"
        autoComplete="address-line1"
        defaultValue={address?.line1}
      />
      <TextField
        {...form.field('line2')}
        label="Apartment, floor, landmark"
        autoComplete="address-line2"
        required={false}
        defaultValue={address?.line2}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          {...form.field('pincode')}
          label="PIN code"
          autoComplete="postal-code"
          inputMode="text"
          defaultValue={address?.pincode}
        />
        <TextField
          {...form.field('city')}
          label="City"
          autoComplete="address-level2"
          defaultValue={address?.city}
        />
        <TextField
          {...form.field('state')}
          label="State"
          autoComplete="address-level1"
          defaultValue={address?.state}
        />
        <SelectField
          {...form.field('country')}
          label="Country"
          autoComplete="country"
          options={[...countryNames]}
          defaultValue={address?.country ?? 'IN'}
        />
      </div>
      {!address?.is_default && <CheckboxField name="is_default" label="Make this my default address" />}
    </Form>
  )
}
