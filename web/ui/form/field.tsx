import { useId, type ReactNode } from 'react'

/** The props of every control in a field. */
export interface ControlProps {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': boolean | undefined
}

interface FieldProps {
  label: string
  /** A rule or explanation, shown from the start. */
  hint?: ReactNode
  error?: string | undefined
  /** Marks the label as optional. */
  optional?: boolean | undefined
  className?: string
  children: (control: ControlProps) => ReactNode
}

/** The style of text fields and selects. */
export const controlStyle =
  'min-h-control w-full min-w-0 rounded-xs border border-edge bg-card px-3.5 py-control-y text-ink aria-[invalid=true]:border-danger aria-[invalid=true]:border-2'

/** A control with its label, hint and error, which screen readers announce with it. */
export function Field({ label, hint, error, optional, className = '', children }: FieldProps) {
  const id = useId()
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1.5 block font-medium">
        {label}
        {optional && <span className="font-normal text-quiet"> (optional)</span>}
      </label>
      {children({
        id,
        'aria-describedby': described || undefined,
        'aria-invalid': error ? true : undefined,
      })}
      {hint && (
        <p id={`${id}-hint`} className="mt-1.5 text-sm text-quiet">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="mt-1.5 text-sm font-medium text-danger">
          {error}
        </p>
      )}
    </div>
  )
}
