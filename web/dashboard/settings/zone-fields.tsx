import { useState } from 'react'
import type { ShippingZone } from '#contract/shipping.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/form/select-field.tsx'
import { TextAreaField } from '../../ui/form/text-area-field.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import type { FormState } from '../../ui/form/use-form.ts'
import { writeZone } from './zone-text.ts'

interface ZoneFieldsProps {
  form: FormState
  /** What the names of its fields end in. */
  at: number
  /** Its place in the list, by which errors are named. */
  index: number
  zone: ShippingZone
  onRemove(): void
}

const kinds = [
  ['flat', 'The same for every parcel'],
  ['weight', 'By weight'],
  ['amount', 'By the value of the goods'],
] as const

/** One zone: where it is, and what delivery costs there. */
export function ZoneFields({ form, at, index, zone, onRemove }: ZoneFieldsProps) {
  const text = writeZone(zone)
  const [kind, setKind] = useState<string>(text.kind)
  const error = (...paths: string[]) =>
    paths.map((path) => form.field(`zones.${index}.${path}`).error).find(Boolean)
  const name = zone.name || `zone ${index + 1}`
  const many = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9']
  const each = (path: string, ...parts: string[]) =>
    many.flatMap((line) => [`${path}.${line}`, ...parts.map((part) => `${path}.${line}.${part}`)])
  return (
    <fieldset className="grid gap-4 rounded-xs border border-line p-4">
      <legend className="px-2 font-medium">Zone {index + 1}</legend>
      <TextField label="Name" name={`name-${at}`} error={error('name')} defaultValue={text.name} />
      <TextField
        label="Countries"
        name={`countries-${at}`}
        hint="Two letters each: IN, NP"
        error={error('countries', ...each('countries'))}
        defaultValue={text.countries}
      />
      <TextField
        label="States"
        name={`states-${at}`}
        hint="Separated by commas. Empty: all of them."
        required={false}
        error={error('states', ...each('states'))}
        defaultValue={text.states}
      />
      <TextField
        label="PIN codes"
        name={`pincodes-${at}`}
        hint="Ranges and single ones: 110001-110096, 400001. Empty: all of them."
        required={false}
        error={error('pincodes', ...each('pincodes', 'from', 'to'))}
        defaultValue={text.pincodes}
      />
      <SelectField
        label="Delivery costs"
        name={`kind-${at}`}
        options={kinds}
        value={kind}
        onChange={({ target }) => setKind(target.value)}
      />
      {kind === 'flat' ? (
        <TextField
          label="Cost"
          name={`amount-${at}`}
          inputMode="decimal"
          error={error('rate', 'rate.amount')}
          defaultValue={text.amount}
        />
      ) : (
        <TextAreaField
          label="Steps"
          name={`steps-${at}`}
          hint={
            kind === 'weight'
              ? 'One in a line: up to so many kilograms: cost. The last one has no limit, as in “0.5: 50” and then “more: 120”.'
              : 'One in a line: up to this value: cost. The last one has no limit, as in “500: 50” and then “more: 0”.'
          }
          error={error('rate', 'rate.steps', ...each('rate.steps', 'upTo', 'amount'))}
          defaultValue={text.steps}
        />
      )}
      <TextField
        label="Free from"
        name={`free-${at}`}
        hint="The value of the goods. Empty: never."
        inputMode="decimal"
        required={false}
        error={error('freeFrom')}
        defaultValue={text.free}
      />
      <Button kind="quiet" className="justify-self-start" onClick={onRemove}>
        Remove {name}
      </Button>
    </fieldset>
  )
}
