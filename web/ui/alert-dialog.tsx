import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

/** One sentence that must be seen before anything else; it is the title, so that it is read out at once. */
export function AlertDialog({ text, onClose }: { text: string; onClose(): void }) {
  return (
    <Dialog title={text} onClose={onClose}>
      <div className="mt-4 flex justify-end">
        <Button onClick={onClose}>OK</Button>
      </div>
    </Dialog>
  )
}
