import type { RefObject } from 'react'
import { changeAndFocus } from '../../lib/focus.ts'
import { AlertDialog } from '../../ui/alert-dialog.tsx'

interface FormAlertProps {
  /** Nothing is shown where it is empty. */
  text: string
  form: RefObject<HTMLFormElement | null>
  onClose(): void
}

/** What is missing in a form; once it is read, the focus goes to the field that it stands beside. */
export function FormAlert({ text, form, onClose }: FormAlertProps) {
  if (!text) return null
  return (
    <AlertDialog
      text={text}
      onClose={() =>
        changeAndFocus(onClose, () => form.current?.querySelector<HTMLElement>('[aria-invalid=true]'))
      }
    />
  )
}
