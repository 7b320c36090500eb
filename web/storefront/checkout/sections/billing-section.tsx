import { MAX_TAX_ID_LENGTH } from '#contract/tax/gstin.ts'
import { CheckboxField } from '#web/ui/form/checkbox-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import type { CheckoutDraft } from '../use-draft.ts'
import { CheckoutAddress, type FieldReader } from './checkout-address.tsx'
import { CheckoutSection } from './checkout-section.tsx'
import { Folded } from './folded.tsx'

interface BillingSectionProps {
  draft: CheckoutDraft
  countries: readonly string[]
  names: readonly string[]
  /** The country of the saved delivery address, if one is chosen. */
  country: string | undefined
  field: FieldReader
}

/** The billing address, and the company that gets the invoice. */
export function BillingSection({ draft, countries, names, country, field }: BillingSectionProps) {
  const { fields } = draft
  const isSame = fields['sameBilling'] !== 'off'
  const delivery = fields['shipping.country'] ?? country
  const billed = (isSame ? delivery : fields['billing.country']) ?? countries[0] ?? 'IN'
  const [company, taxId] = [field('billing.company'), field('billing.taxId')]
  return (
    <CheckoutSection title="Billing address">
      <CheckboxField name="sameBilling" label="Same as delivery address" defaultChecked={isSame} />
      {!isSame && (
        <CheckoutAddress
          prefix="billing"
          draft={draft}
          countries={countries}
          names={names}
          country={billed}
          field={field}
        />
      )}
      <Folded
        title="Buy for a company"
        isFilled={Boolean(company.defaultValue || taxId.defaultValue)}
        error={company.error ?? taxId.error}
      >
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField
            {...company}
            label="Company"
            autoComplete="billing organization"
            required={false}
            maxLength={200}
          />
          <TextField
            {...taxId}
            label={billed === 'IN' ? 'GSTIN' : 'Tax number'}
            autoCapitalize="characters"
            autoComplete="off"
            spellCheck={false}
            required={false}
            maxLength={MAX_TAX_ID_LENGTH}
          />
        </div>
      </Folded>
    </CheckoutSection>
  )
}
