import type { Address } from '#contract/identity/account.ts'
import { CheckboxField } from '#web/ui/form/checkbox-field.tsx'
import { RadioCards } from '#web/ui/form/radio-cards.tsx'
import { CheckoutAddress } from './checkout-address.tsx'
import { isComplete, postalAddress } from '../checkout-body.ts'
import type { selectAddress } from '../checkout-body.ts'
import type { FieldReader } from './checkout-address.tsx'
import { CheckoutSection } from './checkout-section.tsx'
import type { CheckoutDraft } from '../use-draft.ts'

interface DeliverySectionProps {
  draft: CheckoutDraft
  addresses: readonly Address[]
  selected: ReturnType<typeof selectAddress>
  countries: readonly string[]
  names: readonly string[]
  canSave: boolean
  field: FieldReader
}

/** The delivery address: a saved one or a new one. */
export function DeliverySection({
  draft,
  addresses,
  selected,
  countries,
  names,
  canSave,
  field,
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
          <CheckoutAddress
            prefix="shipping"
            draft={draft}
            countries={countries}
            names={names}
            country={country}
            field={field}
          />
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
