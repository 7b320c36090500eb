import type { ReactNode } from 'react'
import { Button } from '../button.tsx'
import type { ButtonKind } from '../button-style.ts'
import { FormAlert } from './form-alert.tsx'
import { keepNestedEnter } from './nested-enter.ts'
import { RestoredNotice } from './draft/restored-notice.tsx'
import type { FormState } from './use-form.ts'

interface FormProps {
  form: FormState
  /** The text of the button, and its text while the form is sent. */
  action: string
  busyAction: string
  kind?: ButtonKind
  /** For forms with files. */
  multipart?: boolean
  /** The accessible name, for pages with several forms. */
  label?: string
  /** The form cannot be sent yet. */
  disabled?: boolean
  /** Adds a "Cancel" button. */
  onCancel?: () => void
  /** More content beside the buttons. */
  beside?: ReactNode
  className?: string
  children: ReactNode
}

/** A form with its fields in a column, the message about the whole form, and its button. */
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
      onKeyDown={keepNestedEnter}
      aria-label={label}
      encType={multipart ? 'multipart/form-data' : undefined}
      className={`flex flex-col gap-5 ${className}`}
    >
      <RestoredNotice draft={form.draft} />
      {children}
      <FormAlert text={form.message} />
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
          <Button
            kind="quiet"
            onClick={() => {
              form.draft.remove()
              onCancel()
            }}
          >
            Cancel
          </Button>
        )}
        {beside}
      </div>
    </form>
  )
}
