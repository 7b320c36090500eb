import { useRef, useState } from 'react'
import { taxRatesInput, type TaxRates } from '#contract/tax/tax.ts'
import { readTaxRates, useTaxRatesUpdate } from '#web/data/admin/tax.ts'
import { ApiError } from '#web/lib/api.ts'
import { newKey } from '#web/lib/new-key.ts'
import { TextField } from '#web/ui/form/text-field.tsx'
import { RowList } from '#web/ui/list/row-list.tsx'
import { RecordForm } from '#web/dashboard/record-form/record-form.tsx'
import { PresetChoice } from './preset-choice.tsx'
import { draftFromRate, newRate, ratesFrom, rateText, type ClassDraft, type RateDraft } from './rate-draft.ts'
import { RateFields } from './rate-fields.tsx'

/** The shop's own rates, which replace the preset of their country, and its own classes. */
export function RatesForm({ rates: stored }: { rates: TaxRates }) {
  const update = useTaxRatesUpdate()
  const [rates, setRates] = useState(() => stored.rates.map(draftFromRate))
  const [classes, setClasses] = useState<ClassDraft[]>(() =>
    stored.classes.map((each) => ({ key: newKey(), ...each })),
  )
  // A change of rates for days with orders is saved only after a second press of the button.
  const confirmed = useRef(false)
  const builtIn = stored.allClasses.filter(({ code }) => !stored.classes.some((own) => own.code === code))
  const names = [...builtIn, ...classes].map(({ code, name }) => [code, name || code] as const)
  return (
    <section aria-labelledby="tax-rates" className="mt-12">
      <h2 id="tax-rates" className="font-display text-xl">
        Rates
      </h2>
      <p className="mt-2 max-w-2xl text-quiet">
        Without rates of your own, a preset applies to each country that has one. Your own rates replace the
        preset of their country. Orders keep the rate of their day.
      </p>
      <RecordForm
        label="Rates"
        draft="tax rates"
        action="Save rates"
        className="mt-4 max-w-2xl"
        state={{
          value: { rates, classes },
          restore(value) {
            const state = value as { rates: RateDraft[]; classes: ClassDraft[] }
            setRates(state.rates)
            setClasses(state.classes)
          },
        }}
        schema={taxRatesInput}
        read={() => ratesFrom(rates, classes)}
        record={stored}
        parts={[
          {
            name: 'Rates',
            fields: ['rates'],
            text: (input) => taxRatesInput.parse(input).rates.map(rateText).join('\n'),
          },
          {
            name: 'Classes',
            fields: ['classes'],
            text: (input) => input.classes.map(({ code, name }) => `${name} (${code})`).join('\n'),
          },
        ]}
        reread={readTaxRates}
        update={async ({ rates: sent, classes: own }, { version }) => {
          try {
            const input = { rates: sent, classes: own, confirmed: confirmed.current, version }
            const answer = await update.mutateAsync(input)
            confirmed.current = false
            return answer
          } catch (error) {
            confirmed.current = error instanceof ApiError && error.code === 'confirm_past'
            throw error
          }
        }}
      >
        {(form) => {
          const changeRates = (next: RateDraft[]) => {
            setRates(next)
            confirmed.current = false
            form.markDirty()
          }
          const changeClasses = (next: ClassDraft[]) => {
            setClasses(next)
            form.markDirty()
          }
          return (
            <>
              <PresetChoice
                presets={stored.presets}
                hasOwn={(country) => rates.some((rate) => rate.country === country)}
                onAdd={(added) => changeRates([...rates, ...added])}
              />
              <RowList
                label="Rates"
                rows={rates}
                keyOf={({ key }) => key}
                nameOf={(rate) => `rate ${rates.indexOf(rate) + 1}`}
                onChange={changeRates}
                add="Add rate"
                makeRow={() => newRate(rates.at(-1)?.country ?? '')}
              >
                {(rate, index, controls) => (
                  <RateFields
                    form={form}
                    index={index}
                    rate={rate}
                    classes={names}
                    controls={controls}
                    onChange={(changes) =>
                      changeRates(rates.map((other) => (other === rate ? { ...other, ...changes } : other)))
                    }
                  />
                )}
              </RowList>
              <h3 className="mt-4 font-medium">Classes of your own</h3>
              <RowList
                label="Classes"
                rows={classes}
                keyOf={({ key }) => key}
                nameOf={({ name }) => name || 'class'}
                onChange={changeClasses}
                add="Add class"
                makeRow={() => ({ key: newKey(), code: '', name: '' })}
              >
                {(own, index, controls) => {
                  const field = (name: 'code' | 'name') => ({
                    name: `classes.${index}.${name}`,
                    error: form.error(`classes.${index}.${name}`),
                    value: own[name],
                    onChange: ({ target }: { target: { value: string } }) =>
                      changeClasses(
                        classes.map((other) => (other === own ? { ...other, [name]: target.value } : other)),
                      ),
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
        }}
      </RecordForm>
    </section>
  )
}
