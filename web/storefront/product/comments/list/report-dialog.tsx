import { useId, useState } from 'react'
import { errorMessage } from '#web/lib/api.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { DialogButtons } from '#web/ui/dialog/dialog-buttons.tsx'

interface ReportDialogProps {
  error: Error | null
  busy: boolean
  onClose: () => void
  onReport: (reason: string) => void
}

/** Reports a comment to the shop with an optional reason. */
export function ReportDialog({ error, busy, onClose, onReport }: ReportDialogProps) {
  const id = useId()
  const [reason, setReason] = useState('')
  return (
    <Dialog title="Report this comment?" onClose={onClose}>
      <p className="text-quiet">We review every report.</p>
      <label htmlFor={id} className="mt-5 mb-1.5 block font-medium">
        What’s wrong with this comment? <span className="font-normal text-quiet">(optional)</span>
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
        {error && errorMessage(error)}
      </p>
      <DialogButtons onCancel={onClose} aria-disabled={busy} onClick={() => !busy && onReport(reason)}>
        Report
      </DialogButtons>
    </Dialog>
  )
}
