import { Fragment, useEffectEvent, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import {
  findState,
  withArticle,
  type AddressFormat,
  type PlaceField,
} from '#contract/orders/address/address-format.ts'
import { useAddressFormat } from '../data/address-format.ts'
import { useFocus } from '../lib/browser/focus.ts'
import { Skeleton } from '../ui/feedback/skeleton.tsx'
import { SelectField } from '../ui/form/select-field.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { stateAnswer, stateAnswerName } from './state-answer.ts'
import { StateQuestion } from './state-question.tsx'
import { usePinCode } from './use-pin-code.ts'

export type AddressFieldName = 'fullName' | 'line1' | 'line2' | 'city' | 'state' | 'pincode' | 'country'

interface AddressFieldsProps {
  /** The country of the address, until another one is chosen. */
  country: string
  /** To choose from, with their names. A single one is not asked for. Without any, the country is fixed and not sent. */
  countries?: readonly (readonly [code: string, name: string])[]
  /** Reads the name, the error and the default value of a field. */
  field(name: AddressFieldName): {
    name: string
    error?: string | undefined
    defaultValue?: string | undefined
  }
  /** What the browser may fill in: "" an address, "shipping" or "billing" that address, "off" nothing. */
  autoComplete?: string
  /** The answer that the state is right, if the form keeps it. */
  confirmedState?: string | undefined
  /** Below the name. */
  children?: ReactNode
}

/**
 * The fields of an address, as its country has, orders and names them. In India city and state follow from the PIN code, and
 * a hidden field has the answer that another state is right.
 */
export function AddressFields(props: AddressFieldsProps) {
  const { countries = [], field, autoComplete = '', confirmedState, children } = props
  const area = useRef<HTMLDivElement>(null)
  const prefix = field('fullName').name.slice(0, -'fullName'.length)
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>({})
  const country = texts[`${prefix}country`] ?? props.country
  const format = useAddressFormat(country)
  const { question, setState } = usePinCode(area, prefix, country === 'IN' ? texts : {})
  const moveFocus = useFocus()
  const find = (name: string) =>
    area.current?.querySelector<HTMLInputElement | HTMLSelectElement>(`[name="${prefix}${name}"]`)

  function readTexts() {
    const controls = area.current?.querySelectorAll<HTMLInputElement>('[name]') ?? []
    setTexts(Object.fromEntries([...controls].map(({ name, value }) => [name, value])))
  }
  const readShown = useEffectEvent(readTexts)
  // Somebody may have typed before React arrived, and another country has other fields.
  useLayoutEffect(() => readShown(), [format])

  function keepState(answer: string) {
    const control = find('stateConfirmed')
    if (!control) return
    control.value = answer
    control.dispatchEvent(new Event('input', { bubbles: true }))
  }

  const filledWith = (token: string) => (autoComplete === 'off' ? 'off' : `${autoComplete} ${token}`.trim())
  return (
    <div ref={area} onInput={readTexts} className="grid items-start gap-5 sm:grid-cols-2">
      <input type="hidden" name={stateAnswerName(prefix)} defaultValue={confirmedState} />
      {countries.length === 1 && <input type="hidden" name={`${prefix}country`} value={country} />}
      {countries.length > 1 && (
        <SelectField
          {...field('country')}
          label="Country"
          autoComplete={filledWith('country')}
          defaultValue={country}
          options={countries}
          className="sm:col-span-2"
        />
      )}
      <TextField
        {...field('fullName')}
        label="Full name"
        autoComplete={filledWith('name')}
        className="sm:col-span-2"
      />
      {children}
      {format ? (
        format.fields.map((name) => (
          <Fragment key={name}>
            <PlaceInput {...{ name, country, format, field, filledWith }} />
            {name === 'state' && question && (
              <StateQuestion
                {...question}
                onChange={(state) => {
                  setState(state)
                  moveFocus(() => find('state'))
                }}
                onKeep={() => {
                  keepState(stateAnswer({ pincode: question.pincode, state: question.chosen }))
                  moveFocus(() => find('state'))
                }}
              />
            )}
          </Fragment>
        ))
      ) : (
        <Skeleton className="h-64 sm:col-span-2" />
      )}
    </div>
  )
}

interface PlaceInputProps extends Pick<AddressFieldsProps, 'country' | 'field'> {
  name: PlaceField
  format: AddressFormat
  filledWith(token: string): string
}

function PlaceInput({ name, country, format, field, filledWith }: PlaceInputProps) {
  const label = format.names[name] ?? name
  const isRequired = format.required.includes(name)
  if (name === 'line')
    return (
      <>
        <TextField
          {...field('line1')}
          label="House number and street"
          autoComplete={filledWith('address-line1')}
          className="sm:col-span-2"
        />
        <TextField
          {...field('line2')}
          label="Apartment, floor, landmark"
          autoComplete={filledWith('address-line2')}
          required={false}
          className="sm:col-span-2"
        />
      </>
    )
  if (name === 'city')
    return (
      <TextField
        {...field('city')}
        label={label}
        autoComplete={filledWith('address-level2')}
        required={isRequired}
      />
    )
  if (name === 'pincode') {
    const isIndia = country === 'IN'
    return (
      <TextField
        {...field('pincode')}
        label={label}
        autoComplete={filledWith('postal-code')}
        inputMode={/^[^A-Z]*$/.test(format.postal?.pattern ?? 'A') ? 'numeric' : 'text'}
        maxLength={isIndia ? 6 : 16}
        required={isRequired}
        className={isIndia ? 'sm:col-span-2' : ''}
      />
    )
  }
  const { defaultValue = '', ...state } = field('state')
  const common = { ...state, label, autoComplete: filledWith('address-level1'), required: isRequired }
  return format.states ? (
    <SelectField
      {...common}
      key={`state of ${country}`}
      defaultValue={findState(country, defaultValue) ?? ''}
      options={[
        ['', `Choose ${withArticle(label.toLowerCase())}`],
        ...format.states.map(([code, text]) => [code, text] as const),
      ]}
    />
  ) : (
    <TextField {...common} defaultValue={defaultValue} />
  )
}
