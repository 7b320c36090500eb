import { useState } from 'react'
import { Link } from 'react-router'
import { dashboardLinks } from '#contract/dashboard-links.ts'
import type { AdminOrder } from '#contract/orders/admin-order.ts'
import { useOrderCall } from '#web/data/admin/orders.ts'
import { useShop } from '#web/data/shop.ts'
import { useHeadingOnceGone } from '#web/lib/browser/focus.ts'
import { formatDate, formatDateTime } from '#web/lib/format/dates.ts'
import { Button } from '#web/ui/button.tsx'
import { useEmailNotice } from '#web/dashboard/use-email-notice.ts'
import { ActionDialog } from '../action-dialog.tsx'
import { isWithdrawn } from './is-withdrawn.ts'
import { ReleaseDialog } from './release-dialog.tsx'

/** Why an order is on hold, until when its buyer gets the money back, and the two ways on; nothing without a hold. */
export function HoldBanner({ order }: { order: AdminOrder }) {
  const { number, can, paid, refunded, hold } = order
  const shop = useShop()
  const emailNotice = useEmailNotice(order)
  const cancel = useOrderCall('POST admin/orders/:number/cancel-withdrawn')
  const [open, setOpen] = useState<'cancel' | 'release'>()
  const leave = useHeadingOnceGone(hold !== null || open !== undefined)
  if (!hold) return null
  const { since, refundDueAt, returnId, lines } = hold
  const items = lines.map(({ quantity, productname }) => `${quantity} × ${productname}`).join(', ')
  const isPaid = paid > refunded
  const isWhole = isWithdrawn(order)
  const action = isPaid ? 'Cancel and refund' : isWhole ? 'Cancel order' : 'Cancel items'
  const effects = [
    `${items} will be cancelled and go back on sale.`,
    isPaid && (isWhole ? 'The whole payment is refunded.' : 'The customer’s payment for them is refunded.'),
    !isWhole && 'The rest of the order can ship.',
    emailNotice('The customer is notified.'),
    'This can’t be undone.',
  ]

  function close(done: boolean) {
    setOpen(undefined)
    if (done) leave()
  }

  return (
    <section aria-labelledby="hold" className="mb-6 rounded-xs border border-danger bg-danger/6 p-4 sm:p-6">
      <h2 id="hold" className="font-display text-xl text-danger">
        On hold. Do not ship
      </h2>
      <p className="mt-2 max-w-prose wrap-anywhere">
        The buyer has withdrawn from {items}, which {lines.length === 1 ? 'has' : 'have'} not shipped. On hold
        since {formatDateTime(since, shop)}.
      </p>
      {refundDueAt && (
        <p className="mt-1 font-medium">
          {isPaid ? 'Refund due by' : 'Nothing was paid. Answer due by'} {formatDate(refundDueAt, shop)}
        </p>
      )}
      {!can.includes('cancelWithdrawn') && (
        <p className="mt-1 max-w-prose">
          Part of it is on its way and not paid yet, so the rest can’t be cancelled now.
        </p>
      )}
      <p className="mt-4 flex flex-wrap items-center gap-3">
        {can.includes('cancelWithdrawn') && <Button onClick={() => setOpen('cancel')}>{action}</Button>}
        {can.includes('release') && (
          <Button kind="secondary" onClick={() => setOpen('release')}>
            Release
          </Button>
        )}
        {returnId !== null && (
          <Link
            to={dashboardLinks.return(returnId)}
            className="inline-block py-0.5 underline underline-offset-4 hover:decoration-2"
          >
            View withdrawal
          </Link>
        )}
      </p>
      {open === 'cancel' && (
        <ActionDialog
          title={`${action}?`}
          text={effects.filter(Boolean).join(' ')}
          action={action}
          isPending={cancel.isPending}
          onConfirm={(handlers) => cancel.mutate({ number }, handlers)}
          onClose={close}
        />
      )}
      {open === 'release' && <ReleaseDialog number={number} onClose={close} />}
    </section>
  )
}
