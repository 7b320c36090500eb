import type { OrderTotals } from '#contract/orders/order.ts'
import type { MoneyFormat } from '#web/lib/format/money.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { DialogButtons } from '#web/ui/dialog/dialog-buttons.tsx'
import { useEmailNotice } from '#web/dashboard/use-email-notice.ts'
import { TotalsChange } from '../edit/totals-change.tsx'

export interface MovedTotals {
  before: OrderTotals
  after: OrderTotals
}

interface MovedTotalDialogProps {
  order: { email: string }
  totals: MovedTotals
  format: MoneyFormat
  onAnswer(saves: boolean): void
}

/** Asks whether delivery and tax may follow the new address. */
export function MovedTotalDialog({ order, totals, format, onAnswer }: MovedTotalDialogProps) {
  const emailNotice = useEmailNotice(order)
  const isTotalSame = totals.before.total === totals.after.total
  return (
    <Dialog title="Delivery and tax change" onClose={() => onAnswer(false)}>
      <p className="mb-4 text-quiet">
        They follow the new address.{' '}
        {isTotalSame ? 'The total stays.' : emailNotice('The customer gets an email with the new total.')}
      </p>
      <TotalsChange {...totals} format={format} isStale={false} />
      <DialogButtons onCancel={() => onAnswer(false)} onClick={() => onAnswer(true)}>
        Save address
      </DialogButtons>
    </Dialog>
  )
}
