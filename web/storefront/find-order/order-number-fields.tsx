import type { FormState } from '#web/ui/form/use-form.ts'
import { EmailField } from '#web/address/contact-fields.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'

/** What finds an order without an account: the fields `number` and `email`. */
export function OrderNumberFields({ form }: { form: FormState }) {
  return (
    <>
      <TextField
        {...form.field('number')}
        label="Order number"
        hint="For example 2026-000123"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={40}
      />
      <EmailField {...form.field('email')} />
    </>
  )
}
