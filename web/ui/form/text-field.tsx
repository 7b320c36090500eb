import type { ComponentProps, ReactNode } from 'react'
import { controlStyle, Field } from './field.tsx'

interface TextFieldProps extends ComponentProps<'input'> {
  label: string
  hint?: ReactNode
  error?: string | undefined
}

/** A text field; required by default. */
export function TextField({ label, hint, error, className = '', required = true, ...input }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} optional={!required} className={className}>
      {(control) => <input {...control} {...input} required={required} className={controlStyle} />}
    </Field>
  )
}
