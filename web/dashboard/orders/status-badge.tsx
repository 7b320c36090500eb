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
}

export function StatusBadge({ status, isPartlyShipped = false, isOnHold = false }: StatusBadgeProps) {
  const style = isOnHold ? 'bg-danger/12 text-danger' : badgeStyles[status]
  return (
    <span
      className={`inline-block rounded-full px-2.5 py-0.5 forced-colors:border font-sans text-sm font-medium whitespace-nowrap ${style}`}
    >
      {isOnHold ? 'On hold' : isPartlyShipped ? 'Partly shipped' : orderStatusLabels[status]}
    </span>
  )
}
