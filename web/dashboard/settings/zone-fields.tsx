import type { ReactNode } from 'react'
import { SelectField } from '../../ui/form/select-field.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import type { FormState } from '../../ui/form/use-form.ts'
import { StepRows } from './step-rows.tsx'
import type { ZoneDraft } from './zone-draft.ts'

interface ZoneFieldsProps {
  form: FormState
  /** Its place in the list, by which errors are named. */
  index: number
  zone: ZoneDraft
  onChange(changes: Partial<ZoneDraft>): void
  /** The buttons that move it and take it out. */
  controls: ReactNode
}

const kinds = [
  ['flat', 'The same for every parcel'],
  ['weight', 'By weight'],
  ['amount', 'By the value of the goods'],
] as const

/** One zone: where it is, and what delivery costs there. */
export function ZoneFields({ form, index, zone, onChange, controls }: ZoneFieldsProps) {
  const text = (name: 'name' | 'countries' | 'states' | 'pincodes' | 'amount' | 'free', path: string) => ({
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
      <TextField {...text('countries', 'countries')} label="Countries" hint="Two letters each: IN, NP" />
      <TextField
        {...text('states', 'states')}
        label="States"
        hint="Separated by commas. Empty: all of them."
        required={false}
      />
      <TextField
        {...text('pincodes', 'pincodes')}
        label="PIN codes"
        hint="Ranges and single ones: 110001-110096, 400001. Empty: all of them."
        required={false}
      />
      <SelectField
        label="Delivery costs"
        options={kinds}
        value={zone.kind}
        onChange={({ target }) =>
          onChange({ kind: kinds.find(([kind]) => kind === target.value)?.[0] ?? 'flat' })
        }
      />
      {zone.kind === 'flat' ? (
        <TextField {...text('amount', 'rate.amount')} label="Cost" inputMode="decimal" />
      ) : (
        <StepRows
          form={form}
          path={`zones.${index}.rate.steps`}
          kind={zone.kind}
          steps={zone.steps}
          onChange={(steps) => onChange({ steps })}
        />
      )}
      <TextField
        {...text('free', 'freeFrom')}
        label="Free from"
        hint="The value of the goods. Empty: never."
        inputMode="decimal"
        required={false}
      />
    </fieldset>
  )
}

/** The most entries of one field that are looked through for what is wrong. */
const most = 250

/** What is wrong with a field, or with one of the entries that it lists. */
function firstError(form: FormState, path: string): string | undefined {
  const { error } = form.field(path)
  if (error) return error
  for (let at = 0; at < most; at++) {
    for (const part of ['', '.from', '.to']) {
      const found = form.field(`${path}.${at}${part}`).error
      if (found) return found
    }
  }
  return undefined
}
