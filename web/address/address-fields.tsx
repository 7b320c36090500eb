import type { ReactNode } from 'react'
import {
  findState,
  withArticle,
  type AddressFormat,
  type PlaceField,
} from '#contract/orders/address/address-format.ts'
import { useAddressFormat } from '../data/address-format.ts'
import { Skeleton } from '../ui/feedback/skeleton.tsx'
import { SelectField } from '../ui/form/select-field.tsx'
import { TextField } from '../ui/form/text-field.tsx'

export type AddressFieldName = 'fullName' | 'line1' | 'line2' | 'city' | 'state' | 'pincode' | 'country'

interface AddressFieldsProps {
  country: string
  /** To choose from. A single one is not asked for: its form sends it. */
  countries?: readonly (readonly [code: string, name: string])[]
  onCountry?(country: string): void
  /** Reads the name, the error and the default value of a field. */
  field(name: AddressFieldName): {
    name: string
    error?: string | undefined
    defaultValue?: string | undefined
  }
  /** What the browser may fill in: "" an address, "shipping" or "billing" that address, "off" nothing. */
  autoComplete?: string
  /** Below the name. */
  children?: ReactNode
  /** Below the state. */
  question?: ReactNode
}

/** The fields of an address, as its country has, orders and names them. */
export function AddressFields(props: AddressFieldsProps) {
  const { country, countries = [], onCountry, field, autoComplete = '', children, question } = props
  const format = useAddressFormat(country)
  const filledWith = (token: string) => (autoComplete === 'off' ? 'off' : `${autoComplete} ${token}`.trim())
  return (
    <div className="grid items-start gap-5 sm:grid-cols-2">
      {countries.length > 1 && (
        <SelectField
          {...field('country')}
          label="Country"
          autoComplete={filledWith('country')}
          defaultValue={country}
          onChange={({ target }) => onCountry?.(target.value)}
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
          <PlaceInput key={name} {...{ name, country, format, field, filledWith, question }} />
        ))
      ) : (
        <Skeleton className="h-64 sm:col-span-2" />
      )}
    </div>
  )
}

interface PlaceInputProps extends Pick<AddressFieldsProps, 'country' | 'field' | 'question'> {
  name: PlaceField
  format: AddressFormat
  filledWith(token: string): string
}

function PlaceInput({ name, country, format, field, filledWith, question }: PlaceInputProps) {
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
  return (
    <>
      {format.states ? (
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
      )}
      {question}
    </>
  )
}
