import { MAX_TAX_ID_LENGTH } from '#contract/tax/gstin.ts'
import { TextField } from '#web/ui/form/text-field.tsx'
import type { FormState } from '#web/ui/form/use-form.ts'

interface CompanyFieldsProps {
  /** The country that is billed. */
  country: string
  field(name: 'company' | 'taxId'): ReturnType<FormState['field']>
  /** What the browser may fill in as the company. */
  autoComplete: string
}

/** The company that gets the invoice, and its tax number. */
export function CompanyFields({ country, field, autoComplete }: CompanyFieldsProps) {
  return (
    <div className="grid items-start gap-5 sm:grid-cols-2">
      <TextField
        {...field('company')}
        label="Company"
        autoComplete={autoComplete}
        required={false}
        maxLength={200}
      />
      <TextField
        {...field('taxId')}
        label={country === 'IN' ? 'GSTIN' : 'Tax number'}
        autoCapitalize="characters"
        autoComplete="off"
        spellCheck={false}
        required={false}
        maxLength={MAX_TAX_ID_LENGTH}
      />
    </div>
  )
}
