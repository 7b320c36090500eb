import type { StockRow } from '#contract/stock.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { CorrectForm } from './correct-form.tsx'
import { ReceiveForm } from './receive-form.tsx'
import { variantName } from './variant-name.ts'

/** What somebody is about to book, and for which variants; one of them for a correction. */
export interface StockTask {
  kind: 'receive' | 'correct'
  rows: readonly StockRow[]
}

interface StockDialogProps {
  task: StockTask
  /** `done`: it is booked. */
  onClose(done: boolean): void
}

/** Books goods that have arrived, or sets right what a count has shown. */
export function StockDialog({ task: { kind, rows }, onClose }: StockDialogProps) {
  const [first] = rows
  if (!first) return null
  const what = rows.length === 1 ? variantName(first) : 'goods'
  return (
    <Dialog
      title={kind === 'receive' ? `Receive ${what}` : `Correct ${what}`}
      wide={rows.length > 1}
      onClose={() => onClose(false)}
    >
      {kind === 'receive' ? (
        <ReceiveForm rows={rows} onClose={onClose} />
      ) : (
        <CorrectForm row={first} onClose={onClose} />
      )}
    </Dialog>
  )
}
