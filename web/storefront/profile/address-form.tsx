import type { Address } from '#contract/identity/account.ts'
import { useAddressChanges } from '#web/data/account/addresses.ts'
import { showToast } from '#web/lib/toasts.ts'
import { useShop } from '#web/data/shop.ts'
import { AddressFields } from '#web/address/address-fields.tsx'
import { PhoneField } from '#web/address/contact-fields.tsx'
import { CheckboxField } from '#web/ui/form/checkbox-field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import { countryName } from '#contract/orders/address/country-names.ts'

interface AddressFormProps {
  /** The address to edit; undefined adds a new one. */
  address: Address | undefined
  onDone(): void
}

export function AddressForm({ address, onDone }: AddressFormProps) {
  const { save } = useAddressChanges()
  const { countries } = useShop()
  const country = address?.country ?? countries[0] ?? ''
  // A stored address may be of a country that the shop no longer delivers to.
  const offered = [...new Set([...countries, country])].map((code) => [code, countryName(code)] as const)
  const form = useForm({
    schema: async () => (await import('#contract/identity/account.ts')).addressInput,
    read: ({ is_default: chosen, stateConfirmed: _stateConfirmed, ...fields }) => ({
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
        countries={offered}
        field={(name) => ({ ...form.field(name), defaultValue: address?.[name] })}
      >
        <PhoneField
          {...form.field('phone')}
          hint="In case the courier needs to reach you."
          defaultValue={address?.phone}
          className="sm:col-span-2"
        />
      </AddressFields>
      {!address?.is_default && <CheckboxField name="is_default" label="Make this my default address" />}
    </Form>
  )
}
