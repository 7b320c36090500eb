import type { OrderStatus } from '#contract/order.ts'
import { statusWords } from './status-words.ts'

const looks: Record<OrderStatus, string> = {
  pending: 'border-warning text-warning',
  confirmed: 'border-accent text-accent',
  shipped: 'border-ink text-ink',
  delivered: 'border-success text-success',
  cancelled: 'border-edge text-quiet',
  refunded: 'border-edge text-quiet',
  returned: 'border-edge text-quiet',
}

/** How far an order is. */
export function StatusBadge({ status }: { status: OrderStatus }) {
  return (
    <span
      className={`inline-block rounded-full border bg-card px-2.5 py-0.5 font-sans text-sm font-medium whitespace-nowrap ${looks[status]}`}
    >
      {statusWords[status]}
    </span>
  )
}
