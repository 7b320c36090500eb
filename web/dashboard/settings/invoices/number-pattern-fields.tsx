import { useState } from 'react'
import {
  defaultNumberPattern,
  documentNumber,
  type NumberedDocument,
  type NumberPattern,
} from '#contract/orders/document-number.ts'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'

const months = 'January February March April May June July August September October November December'.split(
  ' ',
)

const years = [
  ['', 'None'],
  ['1', 'Calendar year'],
  ...months.slice(1).map((name, index) => [String(index + 2), `Financial year from ${name}`] as const),
] as const

interface NumberPatternFieldsProps {
  kind: NumberedDocument
  /** Null: the pattern of the country. */
  pattern: NumberPattern | null
  /** The country of the business. */
  country: string
  errorOf: (field: string) => string | undefined
  onChange: (pattern: NumberPattern) => void
}

/** The pattern of a kind of document, with the number of a document that is issued today. */
export function NumberPatternFields({ kind, pattern, country, errorOf, onChange }: NumberPatternFieldsProps) {
  const shown = pattern ?? defaultNumberPattern(kind, country)
  const name = kind === 'invoice' ? 'invoices' : 'credit notes'
  const [day] = useState(() => new Date().toISOString().slice(0, 10))
  return (
    <fieldset className="flex flex-col gap-4">
      <legend className="mb-3 font-medium">Numbers of {name}</legend>
      <div className="grid gap-4 sm:grid-cols-[1fr_1.6fr_0.7fr]">
        <TextField
          label="Prefix"
          required={false}
          maxLength={10}
          autoCapitalize="characters"
          value={shown.prefix}
          error={errorOf(`${kind}_pattern.prefix`)}
          onChange={({ target }) => onChange({ ...shown, prefix: target.value.toUpperCase() })}
        />
        <SelectField
          label="Year"
          required={false}
          options={years}
          value={shown.year_from === null ? '' : String(shown.year_from)}
          onChange={({ target }) =>
            onChange({ ...shown, year_from: target.value === '' ? null : Number(target.value) })
          }
        />
        <SelectField
          label="Digits"
          options={[3, 4, 5, 6, 7, 8, 9, 10].map((count) => [String(count), String(count)] as const)}
          value={String(shown.digits)}
          onChange={({ target }) => onChange({ ...shown, digits: Number(target.value) })}
        />
      </div>
      <p className="text-sm text-quiet">
        The next {kind === 'invoice' ? 'invoice' : 'credit note'} looks like{' '}
        <span className="text-ink tabular-nums">{documentNumber(shown, day, 123)}</span>. Each series counts
        from 1. Issued {name} keep their numbers.
      </p>
    </fieldset>
  )
}
