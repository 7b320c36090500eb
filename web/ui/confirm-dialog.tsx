import { flushSync } from 'react-dom'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

interface ConfirmDialogProps {
  title: string
  text: string
  /** What the button says that does it. */
  confirm: string
  onClose: (confirmed: boolean) => void
}

/** A question that must be answered first; Escape is a no. */
export function ConfirmDialog({ title, text, confirm, onClose }: ConfirmDialogProps) {
  // Closed before the next frame, in which whoever asked moves the focus: behind an open dialog nothing takes it.
  const close = (confirmed: boolean) => flushSync(() => onClose(confirmed))
  return (
    <Dialog title={title} onClose={() => close(false)}>
      <p className="text-quiet wrap-anywhere">{text}</p>
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button kind="secondary" onClick={() => close(false)}>
          Cancel
        </Button>
        <Button onClick={() => close(true)}>{confirm}</Button>
      </div>
    </Dialog>
  )
}
