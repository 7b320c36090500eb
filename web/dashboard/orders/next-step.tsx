import { useRef, useState } from 'react'
import type { AdminOrder } from '#contract/admin-order.ts'
import { useOrderWork } from '../../data/admin-orders.ts'
import { useShop } from '../../data/shop.ts'
import { changeAndFocus } from '../../lib/focus.ts'
import { money } from '../../lib/money.ts'
import { Button } from '../../ui/button.tsx'
import { AskDialog } from './ask-dialog.tsx'
import { EndDialog } from './end-dialog.tsx'
import { sayNext } from './next-words.ts'
import { RefundDialog } from './refund-dialog.tsx'
import { ResendDialog } from './resend-dialog.tsx'
import { ShipDialog } from './ship-dialog.tsx'
import { StatusBadge } from './status-badge.tsx'

type Open = 'confirm' | 'fulfil' | 'deliver' | 'cancel' | 'return' | 'refund' | 'resend'

/** How far the order is, the one thing to do next, and what else can be done. */
export function NextStep({ order }: { order: AdminOrder }) {
  const { number, status, total, paid, currency, paymentMethod, can, mails } = order
  const shop = useShop()
  const { confirm, deliver } = useOrderWork()
  const [open, setOpen] = useState<Open>()
  const heading = useRef<HTMLHeadingElement>(null)
  const amount = money(total - paid, { ...shop, currency })
  const close = (done: boolean) =>
    changeAndFocus(
      () => setOpen(undefined),
      // The button that opened the dialog is another one then.
      () => (done ? heading.current : null),
    )
  return (
    <section className="rounded-xs border border-line bg-card p-4 sm:p-6">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
        <div className="min-w-0">
          <h2
            ref={heading}
            tabIndex={-1}
            className="flex flex-wrap items-center gap-3 font-display text-xl outline-none"
          >
            Next step <StatusBadge status={status} />
          </h2>
          <p className="mt-2 max-w-prose">{sayNext(order, shop)}</p>
        </div>
        <div className="flex flex-wrap gap-3">
          {can.includes('confirm') && (
            <Button onClick={() => setOpen('confirm')}>The money has arrived</Button>
          )}
          {can.includes('fulfil') && <Button onClick={() => setOpen('fulfil')}>Ship order</Button>}
          {can.includes('deliver') && <Button onClick={() => setOpen('deliver')}>Mark as delivered</Button>}
          {can.includes('cancel') && (
            <Button kind="secondary" onClick={() => setOpen('cancel')}>
              Cancel order
            </Button>
          )}
          {can.includes('return') && (
            <Button kind="secondary" onClick={() => setOpen('return')}>
              It came back
            </Button>
          )}
          {can.includes('refund') && (
            <Button kind="secondary" onClick={() => setOpen('refund')}>
              Pay back
            </Button>
          )}
          {mails.length > 0 && (
            <Button kind="quiet" onClick={() => setOpen('resend')}>
              Send a mail again
            </Button>
          )}
        </div>
      </div>
      {open === 'confirm' && (
        <AskDialog
          title="Has the money arrived?"
          text={`${amount} are booked as received, and the customer is told that the order is confirmed.`}
          action="Yes, confirm"
          run={() => confirm(number)}
          onClose={close}
        />
      )}
      {open === 'deliver' && (
        <AskDialog
          title="Has the parcel arrived?"
          text={
            paymentMethod === 'cod' && total > paid
              ? `${amount} that were paid at the door are booked as received, and the customer is thanked.`
              : 'The customer is told.'
          }
          action="Yes, delivered"
          run={() => deliver(number)}
          onClose={close}
        />
      )}
      {open === 'fulfil' && <ShipDialog order={order} onClose={close} />}
      {(open === 'cancel' || open === 'return') && <EndDialog order={order} how={open} onClose={close} />}
      {open === 'refund' && <RefundDialog order={order} onClose={close} />}
      {open === 'resend' && <ResendDialog order={order} onClose={close} />}
    </section>
  )
}
