import { useState } from 'react'
import type { AdminOrder } from '#contract/orders/admin-order.ts'
import type { OrderRefund } from '#contract/orders/payment/order-money.ts'
import { useEmailNotice } from '#web/dashboard/use-email-notice.ts'
import { useOrderCall } from '#web/data/admin/orders.ts'
import { useShop } from '#web/data/shop.ts'
import { formatDateTime } from '#web/lib/format/dates.ts'
import { money } from '#web/lib/format/money.ts'
import { Button } from '#web/ui/button.tsx'
import { ActionDialog } from '../action-dialog.tsx'

const refundStatusLabels: Record<OrderRefund['status'], string> = {
  waiting: 'processing',
  done: 'refunded',
  failed: 'failed',
}

const manualRefundLabel = ({ status }: OrderRefund) =>
  status === 'failed' ? 'failed: refund another way' : 'to be sent by you'

/** The refunds of an order. Staff confirms those that it sends itself. */
export function RefundList({ order }: { order: AdminOrder }) {
  const { number, refunds, currency } = order
  const shop = useShop()
  const emailNotice = useEmailNotice(order)
  const markSent = useOrderCall('POST admin/orders/:number/refunds/:id/done')
  const [confirming, setConfirming] = useState<OrderRefund>()
  const amountOf = ({ amount }: OrderRefund) => money(amount, { ...shop, currency })
  return (
    <>
      <h3 className="mt-6 font-medium">Refunds</h3>
      <ul className="mt-2 grid gap-2 text-sm">
        {refunds.map((refund) => (
          <li key={refund.id}>
            <span className="flex flex-wrap justify-between gap-x-4">
              <span>
                {amountOf(refund)}:{' '}
                {refund.isManual
                  ? manualRefundLabel(refund)
                  : `${refundStatusLabels[refund.status]} to ${refund.to}`}
              </span>
              <span className="text-quiet">
                {refund.who}, {formatDateTime(refund.at, shop)}
              </span>
            </span>
            {refund.reason && <span className="block text-quiet wrap-anywhere">{refund.reason}</span>}
            {refund.problem && <span className="block text-danger wrap-anywhere">{refund.problem}</span>}
            {refund.isManual && (
              <Button kind="secondary" className="mt-2" onClick={() => setConfirming(refund)}>
                Mark {amountOf(refund)} as sent
              </Button>
            )}
          </li>
        ))}
      </ul>
      {confirming && (
        <ActionDialog
          title="Has the refund been sent?"
          text={emailNotice(`The customer will be notified of the ${amountOf(confirming)} refund.`)}
          action="Mark as sent"
          isPending={markSent.isPending}
          onConfirm={(handlers) => markSent.mutate({ number, id: confirming.id }, handlers)}
          onClose={() => setConfirming(undefined)}
        />
      )}
    </>
  )
}
