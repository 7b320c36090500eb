import { useState } from 'react'
import type { TaxRates } from '#contract/tax/tax.ts'
import { countryName } from '#contract/orders/address/country-names.ts'
import { Button } from '#web/ui/button.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { draftFromRate, presetCountries, ratesFromCsv, type RateDraft } from './rate-draft.ts'

interface PresetChoiceProps {
  presets: TaxRates['presets']
  /** Whether the country already has rates of the shop. */
  hasOwn(country: string): boolean
  onAdd(rates: RateDraft[]): void
}

/** The preset of a country with its source, to be copied and edited, and the import of rates from a CSV file. */
export function PresetChoice({ presets, hasOwn, onAdd }: PresetChoiceProps) {
  const [country, setCountry] = useState('IN')
  const [problem, setProblem] = useState('')
  const preset = presets.find(({ rates }) => rates.some((rate) => rate.country === country))
  const rates = preset?.rates.filter((rate) => rate.country === country) ?? []
  const options = presetCountries(presets)
    .map((code) => [code, countryName(code)] as const)
    .toSorted(([, a], [, b]) => a.localeCompare(b, 'en'))

  async function readFile(file: File | undefined) {
    if (!file) return
    try {
      onAdd(await ratesFromCsv(await file.text()))
      setProblem('')
    } catch (error) {
      setProblem(error instanceof Error ? error.message : 'This file cannot be read.')
    }
  }

  return (
    <div className="grid gap-4 rounded-xs bg-ground p-4">
      <SelectField
        label="Preset"
        required={false}
        options={options}
        value={country}
        onChange={({ target }) => setCountry(target.value)}
      />
      {preset && (
        <>
          <p className="text-sm text-quiet">
            {preset.name}, as of {preset.asOf}. {preset.note} Source:{' '}
            <a href={preset.url} rel="noreferrer" target="_blank" className="underline">
              {preset.source}
            </a>
          </p>
          <details>
            <summary className="w-fit cursor-pointer underline underline-offset-4">
              {rates.length === 1 ? '1 rate' : `${rates.length} rates`}
            </summary>
            <ul className="mt-2 grid gap-1 text-sm tabular">
              {rates.map((rate) => (
                <li key={JSON.stringify(rate)}>
                  {[
                    `${rate.percent} %`,
                    rate.class,
                    rate.state,
                    rate.over !== null && `above ${rate.over} ${preset.currency}`,
                    rate.upTo !== null && `up to ${rate.upTo} ${preset.currency}`,
                    rate.from && `from ${rate.from}`,
                    rate.to && `until ${rate.to}`,
                  ]
                    .filter(Boolean)
                    .join(', ')}
                </li>
              ))}
            </ul>
          </details>
        </>
      )}
      <div className="flex flex-wrap items-center gap-3">
        <Button kind="secondary" disabled={hasOwn(country)} onClick={() => onAdd(rates.map(draftFromRate))}>
          {hasOwn(country) ? 'Your own rates apply' : 'Edit these rates'}
        </Button>
        <label className="cursor-pointer underline underline-offset-4">
          Import CSV
          <input
            type="file"
            accept=".csv,text/csv"
            className="sr-only"
            onChange={({ target }) => {
              void readFile(target.files?.[0])
              target.value = ''
            }}
          />
        </label>
      </div>
      <p className="text-sm text-quiet">
        Columns of a CSV file: class, country, state, postalFrom, postalTo, over, upTo, percent, from, to.
      </p>
      {problem && (
        <p role="alert" className="text-danger">
          {problem}
        </p>
      )}
    </div>
  )
}
