import type { ReactNode } from 'react'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import type { FormState } from '#web/ui/form/use-form.ts'
import type { RateDraft } from './rate-draft.ts'

interface RateFieldsProps {
  form: FormState
  /** Position in the list; names the errors of its fields. */
  index: number
  rate: RateDraft
  classes: readonly (readonly [code: string, name: string])[]
  onChange(changes: Partial<RateDraft>): void
  controls: ReactNode
}

/** One tax rate: what it applies to, where, from which day, and the percentage. */
export function RateFields({ form, index, rate, classes, onChange, controls }: RateFieldsProps) {
  const field = (name: Exclude<keyof RateDraft, 'key'>) => ({
    name: `rates.${index}.${name}`,
    error: form.error(`rates.${index}.${name}`),
    value: rate[name],
    onChange: ({ target }: { target: { value: string } }) => onChange({ [name]: target.value }),
  })
  return (
    <fieldset className="grid min-w-0 gap-4 rounded-xs border border-line p-4">
      <legend className="px-2 font-medium">
        {[rate.country, rate.state, rate.percent && `${rate.percent} %`].filter(Boolean).join(' ') ||
          'New rate'}
      </legend>
      <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
        <SelectField {...field('class')} label="Class" options={classes} className="min-w-0 grow basis-48" />
        <span className="sm:mt-7.5">{controls}</span>
      </div>
      <div className="grid items-start gap-4 sm:grid-cols-3">
        <TextField {...field('percent')} label="Rate (%)" inputMode="decimal" />
        <TextField {...field('country')} label="Country" hint="Code, e.g. IN" maxLength={2} />
        <TextField {...field('state')} label="State" required={false} maxLength={60} />
        <TextField {...field('from')} label="First day" type="date" required={false} />
        <TextField {...field('to')} label="Last day" type="date" required={false} />
        <span className="hidden sm:block" />
        <TextField {...field('over')} label="Price above" inputMode="decimal" required={false} />
        <TextField {...field('upTo')} label="Price up to" inputMode="decimal" required={false} />
        <span className="hidden sm:block" />
        <TextField {...field('postalFrom')} label="Postal codes from" required={false} maxLength={12} />
        <TextField {...field('postalTo')} label="Postal codes to" required={false} maxLength={12} />
      </div>
    </fieldset>
  )
}
