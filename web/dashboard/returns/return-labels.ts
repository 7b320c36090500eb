import type { ReturnState } from '#contract/orders/return.ts'

/** The state of a return. An order that was never paid has no refund. */
export const returnStateName = ({ state, isRefunded }: { state: ReturnState; isRefunded: boolean }) =>
  state === 'refunded' && !isRefunded ? 'Closed, nothing was paid' : returnStateLabels[state]

export const returnStateLabels: Record<ReturnState, string> = {
  requested: 'Requested',
  approved: 'Approved',
  received: 'Received',
  refunded: 'Refunded',
  refused: 'Refused',
}
