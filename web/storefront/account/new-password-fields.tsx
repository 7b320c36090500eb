import { PasswordField } from '#web/ui/form/password-field.tsx'
import type { FormState } from '#web/ui/form/use-form.ts'

/** The fields for a new password and its confirmation. */
export function NewPasswordFields({ form, noun = 'New password' }: { form: FormState; noun?: string }) {
  return (
    <>
      <PasswordField
        {...form.field('password')}
        label={noun}
        hint="Use at least 8 characters. Avoid common passwords."
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
