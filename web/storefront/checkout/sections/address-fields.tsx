import { useRef } from 'react'
import { indianStates } from '#contract/orders/address/india.ts'
import { SelectField } from '../../../ui/form/select-field.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { countryName } from '#contract/orders/address/country-names.ts'
import { useFocus } from '../../../lib/browser/focus.ts'
import { keptName, type AddressPrefix } from '../checkout-body.ts'
import type { CheckoutDraft } from '../use-draft.ts'
import { StateQuestion } from './state-question.tsx'
import { usePinCode } from './use-pin-code.ts'

interface AddressFieldsProps {
  prefix: AddressPrefix
  draft: CheckoutDraft
  /** The codes of the countries that the shop delivers to. A single one is not asked for. */
  countries: readonly string[]
  country: string
  field: FieldReader
}

const states = [['', 'Choose a state'], ...Object.entries(indianStates)] as [string, string][]

/** The address fields. In India the PIN code comes first, because city and state follow from it. */
export function AddressFields({ prefix, draft, countries, country, field }: AddressFieldsProps) {
  const { fields, update } = draft
  const area = useRef<HTMLDivElement>(null)
  const of = (name: string) => field(`${prefix}.${name}`)
  const isIndia = country === 'IN'
  const { question, setState } = usePinCode(area, prefix, isIndia ? fields : {})
  const moveFocus = useFocus()
  const stateSelect = () => area.current?.querySelector<HTMLElement>(`[name="${prefix}.state"]`) ?? null

  return (
    <div ref={area} className="grid gap-5 sm:grid-cols-2">
      {countries.length > 1 ? (
        <SelectField
          {...of('country')}
          label="Country"
          autoComplete={`${prefix} country`}
          defaultValue={country}
          options={countries.map((code) => [code, countryName(code)] as const)}
          className="sm:col-span-2"
        />
      ) : (
        <input type="hidden" name={`${prefix}.country`} value={country} />
      )}
      <TextField
        {...of('fullName')}
        label="Full name"
        autoComplete={`${prefix} name`}
        className="sm:col-span-2"
      />
      <TextField
        {...of('pincode')}
        label={isIndia ? 'PIN code' : 'Postal code'}
        autoComplete={`${prefix} postal-code`}
        inputMode={isIndia ? 'numeric' : 'text'}
        maxLength={isIndia ? 6 : 12}
        className={isIndia ? 'sm:col-span-2' : ''}
      />
      <TextField {...of('city')} label="City" autoComplete={`${prefix} address-level2`} />
      {isIndia ? (
        <SelectField
          {...of('state')}
          key="state of India"
          label="State"
          autoComplete={`${prefix} address-level1`}
          options={states}
        />
      ) : (
        <TextField {...of('state')} label="State or region" autoComplete={`${prefix} address-level1`} />
      )}
      <input type="hidden" name={keptName(prefix)} value={fields[keptName(prefix)] ?? ''} />
      {question && (
        <StateQuestion
          {...question}
          onChange={(state) => {
            setState(state)
            moveFocus(stateSelect)
          }}
          onKeep={() => {
            update({ [keptName(prefix)]: `${question.pincode} ${question.chosen}` })
            moveFocus(stateSelect)
          }}
        />
      )}
      <TextField
        {...of('line1')}
        label="House number and street"
        autoComplete={`${prefix} address-line1`}
        className="sm:col-span-2"
      />
      <TextField
        {...of('line2')}
        label="Apartment, floor, landmark"
        autoComplete={`${prefix} address-line2`}
        required={false}
        className="sm:col-span-2"
      />
    </div>
  )
}

/** Reads the error and the default value of a field. */
export type FieldReader = (name: string) => {
  name: string
  error: string | undefined
  defaultValue: string | undefined
}
