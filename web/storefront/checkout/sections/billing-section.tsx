import type { ReactNode } from 'react'
import { CompanyFields } from '#web/address/company-fields.tsx'
import { CheckboxField } from '#web/ui/form/checkbox-field.tsx'
import type { FormState } from '#web/ui/form/use-form.ts'
import type { AddressPrefix, Fields } from '../checkout-body.ts'
import { CheckoutSection } from './checkout-section.tsx'
import { Folded } from './folded.tsx'

interface BillingSectionProps {
  fields: Fields
  countries: readonly string[]
  /** The country of the saved delivery address, if one is chosen. */
  country: string | undefined
  field: FormState['field']
  /** The fields of an address that starts with this country. */
  fieldsOf(prefix: AddressPrefix, country: string): ReactNode
}

/** The billing address, and the company that gets the invoice. */
export function BillingSection({ fields, countries, country, field, fieldsOf }: BillingSectionProps) {
  const isSame = fields['sameBilling'] !== 'off'
  const delivery = fields['shipping.country'] ?? country
  const billed = (isSame ? delivery : fields['billing.country']) ?? countries[0] ?? 'IN'
  const [company, taxId] = [field('billing.company'), field('billing.taxId')]
  return (
    <CheckoutSection title="Billing address">
      <CheckboxField name="sameBilling" label="Same as delivery address" defaultChecked={isSame} />
      {!isSame && fieldsOf('billing', billed)}
      <Folded
        title="Buy for a company"
        isFilled={Boolean(company.defaultValue || taxId.defaultValue)}
        error={company.error ?? taxId.error}
      >
        <CompanyFields
          country={billed}
          field={(name) => field(`billing.${name}`)}
          autoComplete="billing organization"
        />
      </Folded>
    </CheckoutSection>
  )
}
