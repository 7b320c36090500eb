import { useState } from 'react'
import type { AdminOrder } from '#contract/orders/admin-order.ts'
import type { OrderLabel } from '#contract/carriers/label.ts'
import type { OrderShipment } from '#contract/orders/order.ts'
import { dashboardLinks } from '#contract/dashboard-links.ts'
import { useOrderCall } from '#web/data/admin/orders.ts'
import { useShop } from '#web/data/shop.ts'
import { useHeadingOnceGone } from '#web/lib/browser/focus.ts'
import { money } from '#web/lib/format/money.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx'
import { BuyLabelDialog } from './buy-label-dialog.tsx'

interface ShipmentLabelProps {
  order: AdminOrder
  shipment: OrderShipment
  /** The name of the shipment, such as "shipment 2". */
  name: string
  labels: readonly OrderLabel[]
}

/** The label of a shipment: to print, to give back while it is unused, or to buy. */
export function ShipmentLabel({ order, shipment, name, labels }: ShipmentLabelProps) {
  const { number } = order
  const { locale } = useShop()
  const cancel = useOrderCall('POST admin/orders/:number/labels/:id/cancel')
  const [open, setOpen] = useState<'buy' | 'cancel'>()
  const label = labels.find(({ shipmentId, state }) => shipmentId === shipment.id && state === 'bought')
  const isBuying = labels.some(({ state }) => state === 'buying')
  const canBuy = !label && shipment.deliveredAt === null && !isBuying
  const leaveBuying = useHeadingOnceGone(canBuy || open === 'buy')
  const leaveCancelling = useHeadingOnceGone(label?.canCancel === true || open === 'cancel')
  if (!label) {
    if (!canBuy) return null
    return (
      <p>
        <Button kind="quiet" aria-label={`Buy a label for ${name}`} onClick={() => setOpen('buy')}>
          Buy label
        </Button>
        {open === 'buy' && (
          <BuyLabelDialog
            order={order}
            shipmentId={shipment.id}
            onClose={(done) => {
              setOpen(undefined)
              if (done) leaveBuying()
            }}
          />
        )}
      </p>
    )
  }
  return (
    <div className="grid gap-1">
      <p className="flex flex-wrap items-center gap-x-4">
        <a
          href={dashboardLinks.orderLabel(number, label.id)}
          rel="noopener"
          target="_blank"
          aria-label={`Label of ${name} (opens in a new window)`}
          className="inline-block py-0.5 underline underline-offset-4 hover:decoration-2"
        >
          Label (PDF)
        </a>
        {label.price > 0 && (
          <span className="text-sm text-quiet">
            {money(label.price, { locale, currency: label.currency })}
          </span>
        )}
        {label.canCancel && (
          <Button
            kind="quiet"
            aria-label={`Cancel the label of ${name}`}
            aria-disabled={cancel.isPending}
            onClick={() => setOpen('cancel')}
          >
            {cancel.isPending ? 'Cancelling…' : 'Cancel label'}
          </Button>
        )}
      </p>
      {label.problem && <p className="text-sm font-medium wrap-anywhere">{label.problem}</p>}
      {open === 'cancel' && (
        <ConfirmDialog
          title="Cancel this label?"
          text="It goes back to the carrier and can’t be used any more. The shipment stays, without tracking."
          confirm="Cancel label"
          onClose={() => setOpen(undefined)}
          onConfirm={() => cancel.mutate({ number, id: label.id }, { onSuccess: leaveCancelling })}
        />
      )}
    </div>
  )
}
