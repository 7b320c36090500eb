import type { StockRow } from '#contract/stock/stock.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { CorrectForm } from './correct-form.tsx'
import { ReceiveForm } from './receive-form.tsx'
import { variantName } from './variant-name.ts'

/** The form to open and its variants; a correction has one. */
export interface StockTask {
  kind: 'receive' | 'correct'
  rows: readonly StockRow[]
}

interface StockDialogProps {
  task: StockTask
  onClose(isBooked: boolean): void
}

/** Reconciliation goods that have arrived, or sets right what a count has shown. */
export function StockDialog({ task: { kind, rows }, onClose }: StockDialogProps) {
  const [first] = rows
  if (!first) return null
  const name = rows.length === 1 ? variantName(first) : 'goods'
  return (
    <Dialog
      title={kind === 'receive' ? `Receive ${name}` : `Correct ${name}`}
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
