import type { AdminOrder } from '#contract/orders/admin-order.ts'
import type { Settlement } from '#contract/orders/edit-order.ts'
import type { OrderTotals } from '#contract/orders/order-totals.ts'
import type { MoneyFormat } from '#web/lib/format/money.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { DialogButtons } from '#web/ui/dialog/dialog-buttons.tsx'
import { useEmailNotice } from '#web/dashboard/use-email-notice.ts'
import { moneyText } from '../edit/money-text.ts'
import { TotalsChange } from '../edit/totals-change.tsx'

export interface MovedTotals extends Settlement {
  before: OrderTotals
  after: OrderTotals
}

interface MovedTotalDialogProps {
  order: Pick<AdminOrder, 'email' | 'status' | 'paymentMethod' | 'isPickUp' | 'due'>
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
      {!isTotalSame && <p className="mt-4 font-medium">{moneyText(order, totals, format)}</p>}
      <DialogButtons onCancel={() => onAnswer(false)} onClick={() => onAnswer(true)}>
        Save address
      </DialogButtons>
    </Dialog>
  )
}
