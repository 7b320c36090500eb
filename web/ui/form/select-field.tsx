import type { ComponentProps, ReactNode } from 'react'
import { Icon } from '../icon.tsx'
import { controlStyle, Field } from './field.tsx'

interface SelectFieldProps extends ComponentProps<'select'> {
  label: string
  hint?: ReactNode
  error?: string | undefined
  /** The values with their labels, in order. */
  options: readonly (readonly [value: string, name: string])[]
}

/** A select; required by default. */
export function SelectField({
  label,
  hint,
  error,
  options,
  required = true,
  className = '',
  ...select
}: SelectFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} optional={!required} className={className}>
      {(control) => (
        <div className="relative">
          <select
            {...control}
            {...select}
            required={required}
            className={`${controlStyle} cursor-pointer appearance-none pr-10`}
          >
            {options.map(([value, name]) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </select>
          <Icon
            name="down"
            className="pointer-events-none absolute top-1/2 right-3.5 size-4 -translate-y-1/2"
          />
        </div>
      )}
    </Field>
  )
}
