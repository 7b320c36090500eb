import { useId, useRef } from 'react'
import { countryName, countryNames } from '#contract/orders/address/country-names.ts'
import { Button } from '#web/ui/button.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { actionStyle } from '#web/dashboard/list-page/row-actions.tsx'

interface CountryChoiceProps {
  /** Two-letter codes. */
  countries: string[]
  error: string | undefined
  onChange(countries: string[]): void
}

/** The countries that the shop delivers to. */
export function CountryChoice({ countries, error, onChange }: CountryChoiceProps) {
  const heading = useId()
  const choice = useRef<HTMLSelectElement>(null)

  function add() {
    const code = choice.current?.value
    if (code) onChange([...countries, code])
    choice.current?.focus()
  }

  return (
    <div className="flex flex-col gap-3">
      <p id={heading} className="font-medium">
        Delivery countries
      </p>
      <ul aria-labelledby={heading} className="border-t border-line">
        {countries.map((code) => (
          <li key={code} className="flex items-center justify-between gap-3 border-b border-line py-1">
            <span className="min-w-0 wrap-anywhere">{countryName(code)}</span>
            {countries.length > 1 && (
              <button
                type="button"
                aria-label={`Remove ${countryName(code)}`}
                className={actionStyle}
                onClick={() => {
                  onChange(countries.filter((other) => other !== code))
                  // The pressed button disappears with its row.
                  choice.current?.focus()
                }}
              >
                Remove
              </button>
            )}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap items-end gap-3">
        <SelectField
          ref={choice}
          label="Add a country"
          required={false}
          error={error}
          className="min-w-0 grow basis-60"
          options={[['', 'Choose…'], ...[...countryNames].filter(([code]) => !countries.includes(code))]}
        />
        <Button kind="secondary" onClick={add}>
          Add country
        </Button>
      </div>
    </div>
  )
}
