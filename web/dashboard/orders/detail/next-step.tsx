import { useRef, useState } from 'react'
import type { AdminOrder } from '#contract/orders/admin-order.ts'
import { useOrderCall } from '#web/data/admin/orders.ts'
import { useShop } from '#web/data/shop.ts'
import { useFocus } from '#web/lib/browser/focus.ts'
import { showToast } from '#web/lib/toasts.ts'
import { money } from '#web/lib/format/money.ts'
import { Button } from '#web/ui/button.tsx'
import { ActionDialog } from '../action-dialog.tsx'
import { useAskedAction } from '../asked-action.ts'
import { CloseOrderDialog } from './close-order-dialog.tsx'
import { isWithdrawn } from './is-withdrawn.ts'
import { OrderLink } from './order-link.tsx'
import { nextStepText } from './next-step-text.ts'
import { RefundDialog } from '../payments/refund-dialog.tsx'
import { ResendDialog } from './resend-dialog.tsx'
import { ShipDialog } from '../shipping/ship-dialog.tsx'
import { StatusBadge } from '../status-badge.tsx'
import { useEmailNotice } from '#web/dashboard/use-email-notice.ts'

type OpenDialog = 'confirm' | 'fulfil' | 'deliver' | 'cancel' | 'return' | 'refund' | 'resend'

/** The status of an order, its next step, and the other actions that staff can take. */
export function NextStep({ order }: { order: AdminOrder }) {
  const { number, status, total, paid, currency, paymentMethod, can, emails } = order
  const shop = useShop()
  const emailNotice = useEmailNotice(order)
  const confirm = useOrderCall('POST admin/orders/:number/confirm')
  const deliver = useOrderCall('POST admin/orders/:number/deliver')
  const [open, setOpen] = useState<OpenDialog>()
  const heading = useRef<HTMLHeadingElement>(null)
  const amount = money(total - paid, { ...shop, currency })
  const focus = useFocus()

  useAskedAction((action) => {
    if (can.includes(action)) setOpen(action)
    else
      showToast(
        'error',
        action === 'refund' ? 'This order can’t be refunded now' : 'This order can’t be shipped now',
      )
  })

  function close(done: boolean) {
    setOpen(undefined)
    // The action changes the buttons, so the one that opened the dialog is gone.
    if (done) focus(() => heading.current)
  }

  return (
    <section className="rounded-xs border border-line bg-card p-4 sm:p-6">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
        <div className="min-w-0">
          <h2
            ref={heading}
            tabIndex={-1}
            className="flex flex-wrap items-center gap-3 font-display text-xl outline-none"
          >
            Next step{' '}
            <StatusBadge
              status={status}
              isPartlyShipped={order.isPartlyShipped}
              isOnHold={order.hold !== null}
            />
          </h2>
          <p className="mt-2 max-w-prose">{nextStepText(order, shop)}</p>
        </div>
        <div className="flex flex-wrap gap-3">
          {can.includes('confirm') && <Button onClick={() => setOpen('confirm')}>Mark as paid</Button>}
          {can.includes('fulfil') && <Button onClick={() => setOpen('fulfil')}>Ship order</Button>}
          {can.includes('deliver') && <Button onClick={() => setOpen('deliver')}>Mark as delivered</Button>}
          {can.includes('cancel') && !isWithdrawn(order) && (
            <Button kind="secondary" onClick={() => setOpen('cancel')}>
              Cancel order
            </Button>
          )}
          {can.includes('return') && (
            <Button kind="secondary" onClick={() => setOpen('return')}>
              Mark as returned
            </Button>
          )}
          {can.includes('refund') && (
            <Button kind="secondary" onClick={() => setOpen('refund')}>
              Refund
            </Button>
          )}
          {emails.length > 0 && (
            <Button kind="quiet" onClick={() => setOpen('resend')}>
              Resend email
            </Button>
          )}
        </div>
      </div>
      {order.paymentUrl && (
        <div className="mt-4">
          <OrderLink order={order} label="Payment link for the customer" url={order.paymentUrl} />
        </div>
      )}
      {open === 'confirm' && (
        <ActionDialog
          title="Mark as paid?"
          text={`${amount} will be marked as received. ${emailNotice('The customer gets a confirmation.')}`}
          action="Mark as paid"
          isPending={confirm.isPending}
          onConfirm={(handlers) => confirm.mutate({ number }, handlers)}
          onClose={close}
        />
      )}
      {open === 'deliver' && (
        <ActionDialog
          title="Mark as delivered?"
          text={
            (paymentMethod === 'cod' && total > paid
              ? `${amount} cash on delivery will be marked as received. `
              : '') + emailNotice('The customer gets a thank-you email.')
          }
          action="Mark as delivered"
          isPending={deliver.isPending}
          onConfirm={(handlers) => deliver.mutate({ number }, handlers)}
          onClose={close}
        />
      )}
      {open === 'fulfil' && <ShipDialog order={order} onClose={close} />}
      {(open === 'cancel' || open === 'return') && (
        <CloseOrderDialog order={order} action={open} onClose={close} />
      )}
      {open === 'refund' && <RefundDialog order={order} onClose={close} />}
      {open === 'resend' && <ResendDialog order={order} onClose={close} />}
    </section>
  )
}
