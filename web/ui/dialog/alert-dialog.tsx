import { Button } from '../button.tsx'
import { Dialog } from './dialog.tsx'

/** A message to confirm with OK. It is the dialog's title, so that screen readers announce it at once. */
export function AlertDialog({ text, onClose }: { text: string; onClose(): void }) {
  return (
    <Dialog title={text} onClose={onClose}>
      <div className="mt-4 flex justify-end">
        <Button onClick={onClose}>OK</Button>
      </div>
    </Dialog>
  )
}
