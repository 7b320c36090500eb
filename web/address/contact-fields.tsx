import type { ComponentProps } from 'react'
import { TextField } from '#web/ui/form/text-field.tsx'

type ContactFieldProps = Omit<ComponentProps<typeof TextField>, 'label' | 'type'>

/** A phone number. */
export const PhoneField = (props: ContactFieldProps) => (
  <TextField label="Phone" type="tel" autoComplete="tel" {...props} />
)

/** An email address. `autoComplete="username"` where it signs in. */
export const EmailField = (props: ContactFieldProps) => (
  <TextField
    label="Email address"
    type="email"
    autoComplete="email"
    autoCapitalize="none"
    spellCheck={false}
    {...props}
  />
)
