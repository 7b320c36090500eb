import type { ReactNode } from 'react'
import type { Address } from '#contract/identity/account.ts'
import { CheckboxField } from '#web/ui/form/checkbox-field.tsx'
import { RadioCards } from '#web/ui/form/radio-cards.tsx'
import { isComplete, postalAddress } from '../checkout-body.ts'
import type { AddressPrefix, selectAddress } from '../checkout-body.ts'
import { CheckoutSection } from './checkout-section.tsx'
import type { CheckoutDraft } from '../use-draft.ts'

interface DeliverySectionProps {
  draft: CheckoutDraft
  addresses: readonly Address[]
  selected: ReturnType<typeof selectAddress>
  countries: readonly string[]
  canSave: boolean
  /** The fields of an address that starts with this country. */
  fieldsOf(prefix: AddressPrefix, country: string): ReactNode
}

/** The delivery address: a saved one or a new one. */
export function DeliverySection({
  draft,
  addresses,
  selected,
  countries,
  canSave,
  fieldsOf,
}: DeliverySectionProps) {
  const { fields, update } = draft
  const { choice, chosen, saved } = selected

  function choose(value: string) {
    const address = addresses.find(({ id }) => String(id) === value)
    const isIncomplete = address && !isComplete(address, countries)
    // An incomplete address fills the form, where the rest can be added.
    const values = isIncomplete
      ? Object.entries(postalAddress(address)).map(([name, text]) => [`shipping.${name}`, text])
      : []
    update({ addressId: value, ...(Object.fromEntries(values) as Record<string, string>) })
  }

  const preferredCountry = fields['shipping.country'] ?? chosen?.country ?? ''
  const country = countries.includes(preferredCountry) ? preferredCountry : (countries[0] ?? 'IN')
  return (
    <CheckoutSection title="Delivery address">
      {addresses.length > 0 && (
        <RadioCards
          legend="Delivery address"
          quietLegend
          name="addressId"
          value={choice}
          onChange={choose}
          options={[
            ...addresses.map((address) => ({
              value: String(address.id),
              title: address.fullName,
              text: address.lines.join(', '),
            })),
            { value: 'new', title: 'Use a different address' },
          ]}
        />
      )}
      {!saved && (
        <div key={choice} className="grid gap-5">
          {chosen && (
            <p className="text-warning">
              {countries.includes(chosen.country)
                ? 'This address is incomplete. Please fill in the missing fields.'
                : 'We don’t deliver to this country. Please enter another address.'}
            </p>
          )}
          {fieldsOf('shipping', country)}
          {canSave && (
            <CheckboxField
              name="save"
              label="Save this address for next time"
              defaultChecked={fields['save'] === 'on'}
            />
          )}
        </div>
      )}
    </CheckoutSection>
  )
}
