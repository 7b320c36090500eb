import type { AdminOrder } from '#contract/orders/admin-order.ts'

/** Whether nothing but withdrawn items is left of an order. Its banner cancels it. */
export const isWithdrawn = ({ hold, lines, isPartlyShipped }: AdminOrder) =>
  hold !== null &&
  !isPartlyShipped &&
  lines.every(
    ({ lineId, lefttoship }) =>
      lefttoship === (hold.lines.find((line) => line.lineId === lineId)?.quantity ?? 0),
  )
