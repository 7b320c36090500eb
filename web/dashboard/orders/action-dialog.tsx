import { useState } from 'react'
import type { MutateHandlers } from '#web/data/admin/use-admin-mutation.ts'
import { errorMessage } from '#web/lib/api.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { DialogButtons } from '#web/ui/dialog/dialog-buttons.tsx'

interface ActionDialogProps {
  title: string
  /** The consequences. */
  text: string
  /** Label of the confirming button. */
  action: string
  isPending: boolean
  onConfirm(handlers: MutateHandlers): void
  onClose(done: boolean): void
}

/** Asks for confirmation and runs the action. On failure it stays open and shows the reason. */
export function ActionDialog({ title, text, action, isPending, onConfirm, onClose }: ActionDialogProps) {
  const [error, setError] = useState('')

  function confirm() {
    setError('')
    onConfirm({
      onSuccess: () => onClose(true),
      onError(reason) {
        setError(errorMessage(reason))
        return true
      },
    })
  }

  return (
    <Dialog title={title} onClose={() => onClose(false)}>
      <p className="text-quiet wrap-anywhere">{text}</p>
      {error && (
        <p role="alert" className="mt-4 text-danger">
          {error}
        </p>
      )}
      <DialogButtons onCancel={() => onClose(false)} aria-disabled={isPending} onClick={confirm}>
        {isPending ? 'Saving…' : action}
      </DialogButtons>
    </Dialog>
  )
}
