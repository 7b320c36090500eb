import { useRef } from 'react'
import { stateName } from '#contract/orders/address/address-format.ts'
import { useFocus } from '#web/lib/browser/focus.ts'
import { AddressFields } from '#web/address/address-fields.tsx'
import { stateAnswerName, type AddressPrefix } from '../checkout-body.ts'
import type { CheckoutDraft } from '../use-draft.ts'
import { usePinCode } from './use-pin-code.ts'

interface CheckoutAddressProps {
  prefix: AddressPrefix
  draft: CheckoutDraft
  /** Codes and names of the countries that the shop delivers to. */
  countries: readonly string[]
  names: readonly string[]
  country: string
  field: FieldReader
}

/** The fields of an address. In India city and state follow from the PIN code. */
export function CheckoutAddress({ prefix, draft, countries, names, country, field }: CheckoutAddressProps) {
  const { fields, update } = draft
  const area = useRef<HTMLDivElement>(null)
  const { question, setState } = usePinCode(area, prefix, country === 'IN' ? fields : {})
  const moveFocus = useFocus()
  const stateSelect = () => area.current?.querySelector<HTMLElement>(`[name="${prefix}.state"]`) ?? null
  return (
    <div ref={area}>
      <input type="hidden" name={stateAnswerName(prefix)} value={fields[stateAnswerName(prefix)] ?? ''} />
      {countries.length === 1 && <input type="hidden" name={`${prefix}.country`} value={country} />}
      <AddressFields
        country={country}
        countries={countries.map((code, i) => [code, names[i] ?? code] as const)}
        field={(name) => field(`${prefix}.${name}`)}
        autoComplete={prefix}
        question={
          question && (
            <StateQuestion
              {...question}
              onChange={(state) => {
                setState(state)
                moveFocus(stateSelect)
              }}
              onKeep={() => {
                update({ [stateAnswerName(prefix)]: `${question.pincode} ${question.chosen}` })
                moveFocus(stateSelect)
              }}
            />
          )
        }
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

interface StateQuestionProps {
  pincode: string
  /** The codes of the states that the PIN code belongs to. */
  states: readonly string[]
  /** The code of the chosen state. */
  chosen: string
  onChange(state: string): void
  onKeep(): void
}

const actionStyle = 'min-h-11 cursor-pointer font-medium underline underline-offset-4 hover:decoration-2'

/** Asks about a PIN code that belongs to another state. The shopper may know better than the list. */
function StateQuestion({ pincode, states, chosen, onChange, onKeep }: StateQuestionProps) {
  const nameOf = (state: string) => stateName('IN', state)
  return (
    <div role="status" className="rounded-xs border border-warning px-4 pt-3 pb-1 sm:col-span-2">
      <p>
        PIN code {pincode} is in {states.map(nameOf).join(' or ')}. Is {nameOf(chosen)} right?
      </p>
      <p className="flex flex-wrap gap-x-6">
        {states.map((state) => (
          <button key={state} type="button" className={actionStyle} onClick={() => onChange(state)}>
            Change to {nameOf(state)}
          </button>
        ))}
        <button type="button" className={actionStyle} onClick={onKeep}>
          Keep {nameOf(chosen)}
        </button>
      </p>
    </div>
  )
}
