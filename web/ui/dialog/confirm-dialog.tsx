import { flushSync } from 'react-dom'
import { Dialog } from './dialog.tsx'
import { DialogButtons } from './dialog-buttons.tsx'

interface ConfirmDialogProps {
  title: string
  text: string
  /** The label of the confirming button. */
  confirm: string
  onClose: (confirmed: boolean) => void
  /** Called after the dialog has closed and the focus is back. */
  onConfirm?: () => void
}

/** Asks for confirmation; Escape cancels. */
export function ConfirmDialog({ title, text, confirm, onClose, onConfirm }: ConfirmDialogProps) {
  const cancel = () => onClose(false)
  return (
    <Dialog title={title} onClose={cancel}>
      <p className="text-quiet wrap-anywhere">{text}</p>
      <DialogButtons
        onCancel={cancel}
        onClick={() => {
          // Synchronously, because elements behind an open dialog cannot receive the focus that `onConfirm` may move.
          flushSync(() => onClose(true))
          onConfirm?.()
        }}
      >
        {confirm}
      </DialogButtons>
    </Dialog>
  )
}
