import { PasswordField } from '../../ui/form/password-field.tsx'
import type { FormState } from '../../ui/form/use-form.ts'

/** A new password and the same again, with the rule before it can be broken. */
export function NewPasswordFields({ form, noun = 'New password' }: { form: FormState; noun?: string }) {
  return (
    <>
      <PasswordField
        {...form.field('password')}
        label={noun}
        hint="At least 8 characters. Very common passwords are refused."
        autoComplete="new-password"
      />
      <PasswordField
        {...form.field('confirmpassword')}
        label={`Confirm ${noun.toLowerCase()}`}
        autoComplete="new-password"
      />
    </>
  )
}
