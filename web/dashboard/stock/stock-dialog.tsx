import type { StockRow } from '#contract/stock/stock.ts'
import { CorrectDialog } from './correct-dialog.tsx'
import { ReceiveDialog } from './receive-dialog.tsx'

/** The form to open and its variants; a correction has one. */
export interface StockTask {
  kind: 'receive' | 'correct'
  rows: readonly StockRow[]
}

interface StockDialogProps {
  task: StockTask
  onClose(isBooked: boolean): void
}

/** Books goods that have arrived, or corrects the stock after a count. */
export function StockDialog({ task: { kind, rows }, onClose }: StockDialogProps) {
  const [first] = rows
  if (kind === 'receive') return <ReceiveDialog rows={rows} onClose={onClose} />
  return first && <CorrectDialog row={first} onClose={onClose} />
}
