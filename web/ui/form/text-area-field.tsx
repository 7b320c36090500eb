import type { ComponentProps, ReactNode } from 'react'
import { controlStyle, Field } from './field.tsx'

interface TextAreaFieldProps extends ComponentProps<'textarea'> {
  label: string
  hint?: ReactNode
  error?: string | undefined
}

/** A text area; required by default. */
export function TextAreaField({
  label,
  hint,
  error,
  className = '',
  required = true,
  rows = 5,
  ...area
}: TextAreaFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} optional={!required} className={className}>
      {(control) => (
        <textarea {...control} {...area} rows={rows} required={required} className={controlStyle} />
      )}
    </Field>
  )
}
