import { useState } from 'react'
import { serverMessage } from '../../lib/api.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'

interface AskDialogProps {
  title: string
  /** What follows from a yes. */
  text: string
  /** What the button says that does it. */
  action: string
  run(): Promise<void>
  onClose(done: boolean): void
}

/** Asks once more, does it, and stays with the reason where it could not be done. */
export function AskDialog({ title, text, action, run, onClose }: AskDialogProps) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')

  async function go() {
    if (busy) return
    setBusy(true)
    setFailure('')
    try {
      await run()
      onClose(true)
    } catch (error) {
      setFailure(serverMessage(error) ?? 'This could not be done. Please try again.')
      setBusy(false)
    }
  }

  return (
    <Dialog title={title} onClose={() => onClose(false)}>
      <p className="text-quiet wrap-anywhere">{text}</p>
      {failure && (
        <p role="alert" className="mt-4 text-danger">
          {failure}
        </p>
      )}
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button kind="secondary" onClick={() => onClose(false)}>
          Cancel
        </Button>
        <Button aria-disabled={busy} onClick={() => void go()}>
          {busy ? 'Working…' : action}
        </Button>
      </div>
    </Dialog>
  )
}
