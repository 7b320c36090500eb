import type { OrderStatus } from '#contract/orders/order.ts'
import { orderStatusLabels } from './order-labels.ts'

const badgeStyles: Record<OrderStatus, string> = {
  pending: 'border-warning text-warning',
  confirmed: 'border-accent text-accent',
  shipped: 'border-ink text-ink',
  delivered: 'border-success text-success',
  cancelled: 'border-edge text-quiet',
  refunded: 'border-edge text-quiet',
  returned: 'border-edge text-quiet',
}

interface StatusBadgeProps {
  status: OrderStatus
  isPartlyShipped?: boolean
}

export function StatusBadge({ status, isPartlyShipped = false }: StatusBadgeProps) {
  return (
    <span
      className={`inline-block rounded-full border bg-card px-2.5 py-0.5 font-sans text-sm font-medium whitespace-nowrap ${badgeStyles[status]}`}
    >
      {isPartlyShipped ? 'Partly shipped' : orderStatusLabels[status]}
    </span>
  )
}
