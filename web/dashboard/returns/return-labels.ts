import type { ReturnState } from '#contract/orders/return.ts'

export const returnStateLabels: Record<ReturnState, string> = {
  requested: 'Requested',
  approved: 'Approved',
  received: 'Received',
  refunded: 'Refunded',
  refused: 'Refused',
}
