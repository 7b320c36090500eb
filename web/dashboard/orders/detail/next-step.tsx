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
import { BuyLabelDialog } from '../labels/buy-label-dialog.tsx'
import { CloseOrderDialog } from './close-order-dialog.tsx'
import { isWithdrawn } from './is-withdrawn.ts'
import { customerOf, OrderLink } from './order-link.tsx'
import { nextStepText } from './next-step-text.ts'
import { RefundDialog } from '../payments/refund-dialog.tsx'
import { ResendDialog } from './resend-dialog.tsx'
import { ShipDialog } from '../shipping/ship-dialog.tsx'
import { ShortageList } from '../shipping/shortage-list.tsx'
import { canShipPart } from '../shipping/stock.ts'
import { StatusBadge } from '../status-badge.tsx'
import { useEmailNotice } from '#web/dashboard/use-email-notice.ts'

type OpenDialog =
  | 'confirm'
  | 'markPaid'
  | 'fulfil'
  | 'shipInStock'
  | 'label'
  | 'ready'
  | 'deliver'
  | 'cancel'
  | 'return'
  | 'refund'
  | 'resend'

/** The status of an order, its next step, and the other actions that staff can take. */
export function NextStep({ order }: { order: AdminOrder }) {
  const { number, status, due, currency, paymentMethod, can, emails, isPickUp } = order
  const shop = useShop()
  const emailNotice = useEmailNotice(order)
  const confirm = useOrderCall('POST admin/orders/:number/confirm')
  const markPaid = useOrderCall('POST admin/orders/:number/paid')
  const ready = useOrderCall('POST admin/orders/:number/ready')
  const deliver = useOrderCall('POST admin/orders/:number/deliver')
  const [open, setOpen] = useState<OpenDialog>()
  const heading = useRef<HTMLHeadingElement>(null)
  const amount = money(due, { ...shop, currency })
  const isCash = paymentMethod === 'cod'
  const delivered = isPickUp ? 'Mark as picked up' : 'Mark as delivered'
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
              isToConfirm={order.isToConfirm}
              isPartlyShipped={order.isPartlyShipped}
              isOnHold={order.hold !== null}
              pickUp={isPickUp ? { isReady: order.readyAt !== null } : undefined}
            />
          </h2>
          <p className="mt-2 max-w-prose">{nextStepText(order, shop)}</p>
          {isCash && order.cashReasons.length > 0 && (
            <p className="mt-1 max-w-prose text-sm text-quiet">
              Cash on delivery: {order.cashReasons.join(' · ')}
            </p>
          )}
        </div>
        <div className="flex flex-wrap gap-3">
          {can.includes('confirm') && (
            <Button onClick={() => setOpen('confirm')}>{isCash ? 'Confirm order' : 'Mark as paid'}</Button>
          )}
          {can.includes('markPaid') && <Button onClick={() => setOpen('markPaid')}>Mark as paid</Button>}
          {can.includes('fulfil') && <Button onClick={() => setOpen('fulfil')}>Ship order</Button>}
          {can.includes('fulfil') && canShipPart(order.lines) && (
            <Button kind="secondary" onClick={() => setOpen('shipInStock')}>
              Ship what is in stock
            </Button>
          )}
          {can.includes('fulfil') && (
            <Button kind="secondary" onClick={() => setOpen('label')}>
              Buy label
            </Button>
          )}
          {can.includes('ready') && <Button onClick={() => setOpen('ready')}>Ready for pick-up</Button>}
          {can.includes('deliver') && (
            <Button kind={can.includes('ready') ? 'secondary' : 'primary'} onClick={() => setOpen('deliver')}>
              {delivered}
            </Button>
          )}
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
      <div className="mt-4 empty:hidden">
        <ShortageList lines={order.lines} />
      </div>
      {order.paymentUrl && (
        <div className="mt-4">
          <OrderLink
            {...customerOf(order, shop)}
            label="Payment link for the customer"
            url={order.paymentUrl}
          />
        </div>
      )}
      {isPickUp && status === 'confirmed' && order.readyAt && order.customerLink && (
        <div className="mt-4">
          <OrderLink
            {...customerOf(order, shop)}
            label="Tells the customer, who got no email, that the order is ready"
            url={order.customerLink}
            message={`Your order ${order.serial} is ready for pick-up at ${shop.name}, ${order.shippingAddress.line1}`}
          />
        </div>
      )}
      {open === 'confirm' && (
        <ActionDialog
          title={isCash ? 'Confirm this order?' : 'Mark as paid?'}
          text={`${isCash ? 'It can be packed and shipped then' : `${amount} will be marked as received`}. ${emailNotice('The customer gets a confirmation.')}`}
          action={isCash ? 'Confirm order' : 'Mark as paid'}
          isPending={confirm.isPending}
          onConfirm={(handlers) => confirm.mutate({ number }, handlers)}
          onClose={close}
        />
      )}
      {open === 'ready' && (
        <ActionDialog
          title="Ready for pick-up?"
          text={emailNotice('The customer gets an email that the order can be picked up.')}
          action="Ready for pick-up"
          isPending={ready.isPending}
          onConfirm={(handlers) => ready.mutate({ number }, handlers)}
          onClose={close}
        />
      )}
      {open === 'markPaid' && (
        <ActionDialog
          title="Mark as paid?"
          text={`${amount} will be marked as received, and the order can ${isPickUp ? 'be handed over' : 'ship'}.`}
          action="Mark as paid"
          isPending={markPaid.isPending}
          onConfirm={(handlers) => markPaid.mutate({ number, amount: due }, handlers)}
          onClose={close}
        />
      )}
      {open === 'deliver' && (
        <ActionDialog
          title={`${delivered}?`}
          text={
            (paymentMethod === 'cod' && due > 0
              ? `${amount} ${isPickUp ? 'paid at pick-up' : 'cash on delivery'} will be marked as received. `
              : '') + emailNotice('The customer gets a thank-you email.')
          }
          action={delivered}
          isPending={deliver.isPending}
          onConfirm={(handlers) => deliver.mutate({ number }, handlers)}
          onClose={close}
        />
      )}
      {open === 'label' && <BuyLabelDialog order={order} onClose={close} />}
      {(open === 'fulfil' || open === 'shipInStock') && (
        <ShipDialog order={order} onlyInStock={open === 'shipInStock'} onClose={close} />
      )}
      {(open === 'cancel' || open === 'return') && (
        <CloseOrderDialog order={order} action={open} onClose={close} />
      )}
      {open === 'refund' && <RefundDialog order={order} onClose={close} />}
      {open === 'resend' && <ResendDialog order={order} onClose={close} />}
    </section>
  )
}
