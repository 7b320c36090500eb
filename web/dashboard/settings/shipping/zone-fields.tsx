import type { ReactNode } from 'react'
import { CheckboxField } from '#web/ui/form/checkbox-field.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import type { FormState } from '#web/ui/form/use-form.ts'
import { RateSteps } from './rate-steps.tsx'
import type { ZoneDraft } from './zone-draft.ts'

interface ZoneFieldsProps {
  form: FormState
  /** Position in the list; names the errors of its fields. */
  index: number
  zone: ZoneDraft
  onChange(changes: Partial<ZoneDraft>): void
  /** Buttons that move and remove the zone. */
  controls: ReactNode
}

const rateKinds = [
  ['flat', 'Flat rate'],
  ['weight', 'By weight'],
  ['amount', 'By order value'],
] as const

/** One delivery zone: its area and its rate. */
export function ZoneFields({ form, index, zone, onChange, controls }: ZoneFieldsProps) {
  type Text = 'name' | 'countries' | 'states' | 'pincodes' | 'amount' | 'free' | 'daysFrom' | 'daysTo'
  const text = (name: Text, path: string) => ({
    name: `zones.${index}.${path}`,
    error: firstError(form, `zones.${index}.${path}`),
    value: zone[name],
    onChange: ({ target }: { target: { value: string } }) => onChange({ [name]: target.value }),
  })
  return (
    <fieldset className="grid min-w-0 gap-4 rounded-xs border border-line p-4">
      <legend className="px-2 font-medium">{zone.name || `Zone ${index + 1}`}</legend>
      <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
        <TextField {...text('name', 'name')} label="Name" className="min-w-0 grow basis-48" maxLength={60} />
        <span className="sm:mt-7.5">{controls}</span>
      </div>
      <TextField {...text('countries', 'countries')} label="Countries" hint="Country codes, e.g. IN, NP" />
      <TextField
        {...text('states', 'states')}
        label="States"
        hint="Separate with commas. Leave empty for all states."
        required={false}
      />
      <TextField
        {...text('pincodes', 'pincodes')}
        label="PIN codes"
        hint="Ranges or single codes, e.g. 110001-110096, 400001. Leave empty for all."
        required={false}
      />
      <SelectField
        label="Rate type"
        options={rateKinds}
        value={zone.kind}
        onChange={({ target }) =>
          onChange({ kind: rateKinds.find(([kind]) => kind === target.value)?.[0] ?? 'flat' })
        }
      />
      {zone.kind === 'flat' ? (
        <TextField {...text('amount', 'rate.amount')} label="Rate" inputMode="decimal" />
      ) : (
        <RateSteps
          form={form}
          path={`zones.${index}.rate.steps`}
          kind={zone.kind}
          steps={zone.steps}
          onChange={(steps) => onChange({ steps })}
        />
      )}
      <TextField
        {...text('free', 'freeFrom')}
        label="Free delivery over"
        hint="Order value. Leave empty to always charge."
        inputMode="decimal"
        required={false}
      />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField
          {...text('daysFrom', 'days.from')}
          label="Earliest day"
          hint="Working days. Leave both empty for your usual times."
          inputMode="numeric"
          required={false}
        />
        <TextField {...text('daysTo', 'days.to')} label="Latest day" inputMode="numeric" required={false} />
      </div>
      <CheckboxField
        name={`zones.${index}.cash`}
        label="Cash on delivery"
        checked={zone.cash}
        onChange={({ target }) => onChange({ cash: target.checked })}
      />
    </fieldset>
  )
}

/** The server accepts at most this many entries per field. */
const MAX_ENTRIES = 250

/** The error of a field, or of the first invalid entry in its list. */
function firstError(form: FormState, path: string): string | undefined {
  const { error } = form.field(path)
  if (error) return error
  for (let at = 0; at < MAX_ENTRIES; at++) {
    for (const part of ['', '.from', '.to']) {
      const entryError = form.field(`${path}.${at}${part}`).error
      if (entryError) return entryError
    }
  }
  return undefined
}
