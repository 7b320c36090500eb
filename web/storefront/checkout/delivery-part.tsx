import type { Address } from '#contract/account.ts'
import { CheckboxField } from '../../ui/form/checkbox-field.tsx'
import { RadioCards } from '../../ui/form/radio-cards.tsx'
import { AddressFields } from './address-fields.tsx'
import { isComplete, postal } from './checkout-body.ts'
import type { chosenAddress } from './chosen-address.ts'
import type { FieldReader } from './field-reader.ts'
import { Part } from './part.tsx'
import type { CheckoutDraft } from './use-draft.ts'

interface DeliveryPartProps {
  draft: CheckoutDraft
  addresses: readonly Address[]
  chosen: ReturnType<typeof chosenAddress>
  countries: readonly string[]
  canSave: boolean
  field: FieldReader
}

/** Where it goes: a saved address, or another one. */
export function DeliveryPart({ draft, addresses, chosen, countries, canSave, field }: DeliveryPartProps) {
  const { fields, keep } = draft
  const { choice, chosen: one, saved } = chosen

  function choose(value: string) {
    const address = addresses.find(({ id }) => String(id) === value)
    const isOpen = address && !isComplete(address, countries)
    // What is missing is added to what is there.
    const given = isOpen
      ? Object.entries(postal(address)).map(([name, text]) => [`shipping.${name}`, text])
      : []
    keep({ addressId: value, ...(Object.fromEntries(given) as Record<string, string>) })
  }

  const wanted = fields['shipping.country'] ?? one?.country ?? ''
  const country = countries.includes(wanted) ? wanted : (countries[0] ?? 'IN')
  return (
    <Part title="Delivery address">
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
              text: inOneLine(address),
            })),
            { value: 'new', title: 'Another address' },
          ]}
        />
      )}
      {!saved && (
        <div key={choice} className="grid gap-5">
          {one && (
            <p className="text-warning">
              {countries.includes(one.country)
                ? 'Something is missing in this address. Please complete it.'
                : 'We do not deliver to this country. Please enter another address.'}
            </p>
          )}
          <AddressFields prefix="shipping" countries={countries} country={country} field={field} />
          {canSave && (
            <CheckboxField
              name="save"
              label="Save this address for the next time"
              defaultChecked={fields['save'] === 'on'}
            />
          )}
        </div>
      )}
    </Part>
  )
}

const inOneLine = ({ line1, line2, city, state, pincode }: Address) =>
  [line1, line2, city, `${state} ${pincode}`].filter(Boolean).join(', ')
