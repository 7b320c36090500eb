import type { OrderStatus } from '#contract/orders/order.ts'
import { orderStatusLabels } from './order-labels.ts'

const badgeStyles: Record<OrderStatus, string> = {
  pending: 'bg-warning/12 text-warning',
  confirmed: 'bg-info/12 text-info',
  shipped: 'bg-transit/12 text-transit',
  delivered: 'bg-success/12 text-success',
  cancelled: 'bg-ground text-quiet',
  refunded: 'bg-refund/12 text-refund',
  returned: 'bg-accent/12 text-accent',
}

interface StatusBadgeProps {
  status: OrderStatus
  isPartlyShipped?: boolean
  isOnHold?: boolean
  /** A cash order that its customer has not confirmed; absent: the list does not say. */
  isToConfirm?: boolean
  /** A pick-up, and whether it is ready; absent: it is delivered, or the list does not say. */
  pickUp?: { isReady: boolean } | undefined
}

export function StatusBadge({
  status,
  isPartlyShipped = false,
  isOnHold = false,
  isToConfirm = false,
  pickUp,
}: StatusBadgeProps) {
  const style = isOnHold ? 'bg-danger/12 text-danger' : badgeStyles[status]
  return (
    <span
      className={`inline-block rounded-full px-2.5 py-0.5 forced-colors:border font-sans text-sm font-medium whitespace-nowrap ${style}`}
    >
      {isOnHold
        ? 'On hold'
        : isPartlyShipped
          ? 'Partly shipped'
          : isToConfirm
            ? 'To confirm'
            : (pickUpLabel(status, pickUp) ?? orderStatusLabels[status])}
    </span>
  )
}

function pickUpLabel(status: OrderStatus, pickUp: StatusBadgeProps['pickUp']): string | undefined {
  if (!pickUp) return undefined
  if (status === 'confirmed') return pickUp.isReady ? 'Ready for pick-up' : 'To pack'
  return status === 'delivered' ? 'Picked up' : undefined
}
