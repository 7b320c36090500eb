import { useId, useState } from 'react'
import { wordsOf } from '../../data/personal-change.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'

interface ReportDialogProps {
  error: Error | null
  busy: boolean
  onClose: () => void
  onReport: (reason: string) => void
}

/** Tells the shop that a comment should be looked at, and why if one likes. */
export function ReportDialog({ error, busy, onClose, onReport }: ReportDialogProps) {
  const id = useId()
  const [reason, setReason] = useState('')
  return (
    <Dialog title="Report this comment?" onClose={onClose}>
      <p className="text-quiet">We look at every comment that is reported.</p>
      <label htmlFor={id} className="mt-5 mb-1.5 block font-medium">
        What is wrong with it? <span className="font-normal text-quiet">(optional)</span>
      </label>
      <textarea
        id={id}
        rows={3}
        maxLength={500}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
        className="block w-full rounded-xs border border-edge bg-card px-4 py-3"
      />
      <p role="alert" className="mt-3 text-danger empty:mt-0">
        {error && wordsOf(error)}
      </p>
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button kind="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button aria-disabled={busy} onClick={() => !busy && onReport(reason)}>
          Report
        </Button>
      </div>
    </Dialog>
  )
}
