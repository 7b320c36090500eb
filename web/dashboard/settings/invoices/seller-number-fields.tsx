import {
  sellerNumberKinds,
  sellerNumberKindsOf,
  type SellerNumber,
  type SellerNumberKind,
} from '#contract/tax/seller-number.ts'
import { Button } from '#web/ui/button.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'

interface SellerNumberFieldsProps {
  numbers: readonly SellerNumber[]
  /** The country of the business. */
  country: string
  errorOf: (field: string) => string | undefined
  onChange: (numbers: SellerNumber[]) => void
}

/** The seller's numbers with their kinds, such as a VAT ID. */
export function SellerNumberFields({ numbers, country, errorOf, onChange }: SellerNumberFieldsProps) {
  const offered = sellerNumberKindsOf(country)
  const change = (at: number, changed: Partial<SellerNumber>) =>
    onChange(numbers.map((each, index) => (index === at ? { ...each, ...changed } : each)))
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-3 font-medium">Tax numbers</legend>
      {numbers.map(({ kind, value }, index) => {
        const options = [...new Set([...offered, kind])].map(
          (code) => [code, sellerNumberKinds[code].name] as const,
        )
        return (
          // oxlint-disable-next-line react/no-array-index-key -- a number has no other identity
          <div key={index} className="grid items-start gap-3 sm:grid-cols-[11rem_1fr_auto]">
            <SelectField
              label="Kind"
              options={options}
              value={kind}
              onChange={({ target }) => change(index, { kind: target.value as SellerNumberKind })}
            />
            <TextField
              label="Number"
              hint={`Such as ${sellerNumberKinds[kind].example}`}
              maxLength={60}
              autoComplete="off"
              spellCheck={false}
              value={value}
              error={errorOf(`tax_numbers.${index}.value`)}
              onChange={({ target }) => change(index, { value: target.value })}
            />
            <Button
              kind="quiet"
              className="sm:mt-7"
              aria-label={`Remove ${sellerNumberKinds[kind].name}`}
              onClick={() => onChange(numbers.filter((_, at) => at !== index))}
            >
              Remove
            </Button>
          </div>
        )
      })}
      <Button
        kind="quiet"
        className="self-start"
        onClick={() => onChange([...numbers, { kind: offered[0] ?? 'tax', value: '' }])}
      >
        Add a number
      </Button>
    </fieldset>
  )
}
