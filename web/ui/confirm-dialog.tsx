import { flushSync } from 'react-dom'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

interface ConfirmDialogProps {
  title: string
  text: string
  /** What the button says that does it. */
  confirm: string
  onClose: (confirmed: boolean) => void
  /** After a yes, once the dialog is closed and the focus is back where it was. */
  onConfirm?: () => void
}

/** A question that must be answered first; Escape is a no. */
export function ConfirmDialog({ title, text, confirm, onClose, onConfirm }: ConfirmDialogProps) {
  const cancel = () => onClose(false)
  return (
    <Dialog title={title} onClose={cancel}>
      <p className="text-quiet wrap-anywhere">{text}</p>
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button kind="secondary" onClick={cancel}>
          Cancel
        </Button>
        <Button
          onClick={() => {
            // At once: behind an open dialog nothing takes the focus.
            flushSync(() => onClose(true))
            onConfirm?.()
          }}
        >
          {confirm}
        </Button>
      </div>
    </Dialog>
  )
}
