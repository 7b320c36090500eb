import { useState } from 'react'
import type { Address } from '#contract/identity/account.ts'
import { useAddressChanges } from '#web/data/account/addresses.ts'
import { showToast } from '#web/lib/toasts.ts'
import { AddressFields } from '#web/address/address-fields.tsx'
import { CheckboxField } from '#web/ui/form/checkbox-field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import { countryNames } from '#contract/orders/address/country-names.ts'

interface AddressFormProps {
  /** The address to edit; undefined adds a new one. */
  address: Address | undefined
  onDone(): void
}

export function AddressForm({ address, onDone }: AddressFormProps) {
  const { save } = useAddressChanges()
  const [country, setCountry] = useState(address?.country ?? 'IN')
  const form = useForm({
    schema: async () => (await import('#contract/identity/account.ts')).addressInput,
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
      <AddressFields
        country={country}
        countries={[...countryNames]}
        onCountry={setCountry}
        field={(name) => ({ ...form.field(name), defaultValue: address?.[name] })}
      >
        <TextField
          {...form.field('phone')}
          label="Phone"
          type="tel"
          autoComplete="tel"
          hint="In case the courier needs to reach you."
          defaultValue={address?.phone}
          className="sm:col-span-2"
        />
      </AddressFields>
      {!address?.is_default && <CheckboxField name="is_default" label="Make this my default address" />}
    </Form>
  )
}
