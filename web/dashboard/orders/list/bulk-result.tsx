import type { BulkOutcome } from '#contract/orders/order-actions.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { ordersText } from '../order-labels.ts'

interface BulkResultProps {
  outcomes: readonly BulkOutcome[]
  /** What happened to the others: "shipped". */
  done: string
  onClose(): void
}

/** How many orders a bulk action changed, and why it did not change the others. */
export function BulkResult({ outcomes, done, onClose }: BulkResultProps) {
  const failed = outcomes.filter((outcome) => !outcome.done)
  return (
    <Dialog
      title={`${outcomes.length - failed.length} of ${ordersText(outcomes.length)} ${done}`}
      onClose={onClose}
    >
      <p>Not changed:</p>
      <ul className="mt-3 max-h-80 list-disc overflow-auto pl-5">
        {failed.map(({ number, message }) => (
          <li key={number} className="py-1 wrap-anywhere">
            {message}
          </li>
        ))}
      </ul>
      <div className="mt-6 flex justify-end">
        <Button onClick={onClose}>Close</Button>
      </div>
    </Dialog>
  )
}
