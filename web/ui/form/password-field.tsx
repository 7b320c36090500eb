import { useState, type ReactNode } from 'react'
import { controlStyle, Field } from './field.tsx'

interface PasswordFieldProps {
  name: string
  label: string
  autoComplete: 'current-password' | 'new-password'
  hint?: ReactNode
  error?: string | undefined
}

/** A password field with a button that shows the password. The page never fills it in. */
export function PasswordField({ name, label, autoComplete, hint, error }: PasswordFieldProps) {
  const [shown, setShown] = useState(false)
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <div className="relative">
          <input
            {...control}
            name={name}
            type={shown ? 'text' : 'password'}
            autoComplete={autoComplete}
            autoCapitalize="none"
            spellCheck={false}
            required
            className={`${controlStyle} pr-18 noscript:pr-3.5`}
          />
          <button
            type="button"
            aria-controls={control.id}
            onClick={() => setShown(!shown)}
            className="absolute inset-y-0 right-0 min-w-16 cursor-pointer px-3 text-sm font-medium underline-offset-4 hover:underline focus-visible:-outline-offset-4 noscript:hidden"
          >
            {shown ? 'Hide' : 'Show'}
            <span className="sr-only"> {label.toLowerCase()}</span>
          </button>
        </div>
      )}
    </Field>
  )
}
