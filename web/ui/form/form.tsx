import type { ReactNode } from 'react'
import { Button } from '../button.tsx'
import { Icon } from '../icon.tsx'
import type { ButtonKind } from '../button-style.ts'
import type { FormState } from './use-form.ts'

interface FormProps {
  form: FormState
  /** What the button does, and what it says meanwhile. */
  action: string
  busyAction: string
  kind?: ButtonKind
  /** Where it holds a file. */
  multipart?: boolean
  /** The name of the form, where the page has several. */
  label?: string
  /** It cannot be sent yet. */
  disabled?: boolean
  /** Another way out: leaves everything as it was. */
  onCancel?: () => void
  /** Beside the button: any other way. */
  beside?: ReactNode
  className?: string
  children: ReactNode
}

/** Fields one below the other, what is wrong with all of it, and the button. */
export function Form({
  form,
  action,
  busyAction,
  kind,
  multipart,
  label,
  disabled,
  onCancel,
  beside,
  className = '',
  children,
}: FormProps) {
  return (
    <form
      {...form.props}
      aria-label={label}
      encType={multipart ? 'multipart/form-data' : undefined}
      className={`flex flex-col gap-5 ${className}`}
    >
      {children}
      {form.message && (
        <p
          data-form-error
          tabIndex={-1}
          role="alert"
          className="flex items-start gap-3 rounded-xs border border-danger bg-card px-4 py-3 text-danger"
        >
          <Icon name="alert" className="mt-0.5 size-5" />
          <span className="min-w-0 wrap-anywhere">{form.message}</span>
        </p>
      )}
      <div className="mt-1 flex flex-wrap items-center gap-3">
        <Button
          type="submit"
          kind={kind}
          disabled={disabled}
          aria-disabled={form.busy}
          className="grow sm:min-w-44 sm:grow-0"
        >
          {form.busy ? busyAction : action}
        </Button>
        {onCancel && (
          <Button kind="quiet" onClick={onCancel}>
            Cancel
          </Button>
        )}
        {beside}
      </div>
    </form>
  )
}
