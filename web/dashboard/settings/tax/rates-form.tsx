import { useState } from 'react'
import type { z } from 'zod'
import { taxRatesInput, type TaxRates } from '#contract/tax/tax.ts'
import { useAdminCall } from '#web/data/admin/use-admin-mutation.ts'
import { taxRates } from '#web/data/admin/tax.ts'
import { ApiError } from '#web/lib/api.ts'
import { newKey } from '#web/lib/new-key.ts'
import { TextField } from '#web/ui/form/text-field.tsx'
import type { FormState } from '#web/ui/form/use-form.ts'
import { RowList } from '#web/ui/list/row-list.tsx'
import { describeForm } from '#web/dashboard/record-form/describe-form.ts'
import { DescribedForm } from '#web/dashboard/record-form/described-form.tsx'
import { custom } from '#web/dashboard/record-form/fields.tsx'
import { PresetChoice } from './preset-choice.tsx'
import {
  classesFrom,
  draftFromRate,
  newRate,
  ratesFrom,
  rateText,
  type ClassDraft,
  type RateDraft,
} from './rate-draft.ts'
import { RateFields } from './rate-fields.tsx'

type Input = z.input<typeof taxRatesInput>

/** `onRates` runs when the rates change. */
const describeRates = (
  { presets, allClasses, rates, classes: ownClasses }: TaxRates,
  onRates: () => void,
) => {
  const builtIn = allClasses.filter(({ code }) => !ownClasses.some((own) => own.code === code))
  return describeForm(taxRatesInput, {
    rates: custom<Input['rates'], RateDraft[]>({
      label: 'Rates',
      start: () => rates.map(draftFromRate),
      read: ({ state }) => ratesFrom(state),
      show: (shown) => taxRatesInput.shape.rates.parse(shown).map(rateText).join('\n'),
      control: ({ form, state, states, setState }) => (
        <Rates
          form={form}
          presets={presets}
          rates={state}
          classNames={[...builtIn, ...(states['classes'] as ClassDraft[])].map(
            ({ code, name }) => [code, name || code] as const,
          )}
          onChange={(next) => {
            setState(next)
            onRates()
          }}
        />
      ),
    }),
    classes: custom<Input['classes'], ClassDraft[]>({
      label: 'Classes',
      start: (classes = []) => classes.map((each) => ({ key: newKey(), ...each })),
      read: ({ state }) => classesFrom(state),
      show: (classes) => classes.map(({ code, name }) => `${name} (${code})`).join('\n'),
      control: ({ form, state, setState }) => <Classes form={form} classes={state} onChange={setState} />,
    }),
  })
}

/** The shop's own rates, which replace the preset of their country, and its own classes. */
export function RatesForm({ rates: stored }: { rates: TaxRates }) {
  const update = useAdminCall('PUT admin/tax/rates')
  // A change of rates for days with orders is saved only after a second press of the button.
  const [confirmed, setConfirmed] = useState(false)
  return (
    <section aria-labelledby="tax-rates" className="mt-12">
      <h2 id="tax-rates" className="font-display text-xl">
        Rates
      </h2>
      <p className="mt-2 max-w-2xl text-quiet">
        Without rates of your own, a preset applies to each country that has one. Your own rates replace the
        preset of their country. Orders keep the rate of their day.
      </p>
      <DescribedForm
        label="Rates"
        draft="tax rates"
        action="Save rates"
        className="mt-4 max-w-2xl"
        of={describeRates(stored, () => setConfirmed(false))}
        record={stored}
        reread={taxRates.read}
        update={async ({ rates, classes }, { version }) => {
          try {
            const input = { rates, classes, confirmed, version }
            const answer = await update.mutateAsync(input)
            setConfirmed(false)
            return answer
          } catch (error) {
            setConfirmed(error instanceof ApiError && error.code === 'confirm_past')
            throw error
          }
        }}
      />
    </section>
  )
}

interface RatesProps {
  form: FormState
  presets: TaxRates['presets']
  rates: readonly RateDraft[]
  classNames: readonly (readonly [code: string, name: string])[]
  onChange(rates: RateDraft[]): void
}

function Rates({ form, presets, rates, classNames, onChange }: RatesProps) {
  return (
    <>
      <PresetChoice
        presets={presets}
        hasOwn={(country) => rates.some((rate) => rate.country === country)}
        onAdd={(added) => onChange([...rates, ...added])}
      />
      <RowList
        label="Rates"
        rows={rates}
        keyOf={({ key }) => key}
        nameOf={(rate) => `rate ${rates.indexOf(rate) + 1}`}
        onChange={onChange}
        add="Add rate"
        makeRow={() => newRate(rates.at(-1)?.country ?? '')}
      >
        {(rate, index, controls) => (
          <RateFields
            form={form}
            index={index}
            rate={rate}
            classes={classNames}
            controls={controls}
            onChange={(changes) =>
              onChange(rates.map((other) => (other === rate ? { ...other, ...changes } : other)))
            }
          />
        )}
      </RowList>
    </>
  )
}

interface ClassesProps {
  form: FormState
  classes: readonly ClassDraft[]
  onChange(classes: ClassDraft[]): void
}

function Classes({ form, classes, onChange }: ClassesProps) {
  return (
    <>
      <h3 className="mt-4 font-medium">Classes of your own</h3>
      <RowList
        label="Classes"
        rows={classes}
        keyOf={({ key }) => key}
        nameOf={({ name }) => name || 'class'}
        onChange={onChange}
        add="Add class"
        makeRow={() => ({ key: newKey(), code: '', name: '' })}
      >
        {(own, index, controls) => {
          const field = (name: 'code' | 'name') => ({
            name: `classes.${index}.${name}`,
            error: form.error(`classes.${index}.${name}`),
            value: own[name],
            onChange: ({ target }: { target: { value: string } }) =>
              onChange(classes.map((other) => (other === own ? { ...other, [name]: target.value } : other))),
          })
          return (
            <div className="flex flex-wrap items-start gap-3">
              <TextField {...field('name')} label="Name" className="min-w-0 grow basis-40" />
              <TextField {...field('code')} label="Code" className="min-w-0 grow basis-40" />
              <span className="sm:mt-7.5">{controls}</span>
            </div>
          )
        }}
      </RowList>
    </>
  )
}
