import type { ReturnState } from '#contract/orders/return.ts'
import { AppError } from '#server/http/errors.ts'
import type { OrderLineRow, OrderRow } from '../order/order.queries.ts'
import type { ReturnRow } from './return.queries.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** A consumer in the EU is refunded within 14 days of the withdrawal (article 13 of directive 2011/83/EU). */
const WITHDRAWAL_REFUND_DAYS = 14

export const refundDueAt = (requested: Date) =>
  new Date(requested.getTime() + WITHDRAWAL_REFUND_DAYS * DAY_MS)

/** The units of a line that can still be returned. `claimed`: the units in open returns by position. */
export const returnableUnits = (line: OrderLineRow, claimed: ReadonlyMap<number, number>) =>
  Math.max(0, line.quantity - line.refunded_quantity - (claimed.get(line.position) ?? 0))

/** Why nothing of an order can be returned now; null: it can. `days` counts from the delivery, 0 means never. */
export function returnRefusal(
  { status, delivered_at: delivered }: Pick<OrderRow, 'status' | 'delivered_at'>,
  days: number,
  now: Date,
): string | null {
  if (days === 0) return 'This shop does not take items back'
  if (status === 'pending' || status === 'confirmed')
    return 'Items can be returned once the order has shipped'
  if (status !== 'shipped' && status !== 'delivered') return 'This order is closed'
  if (delivered && now.getTime() > delivered.getTime() + days * DAY_MS)
    return `The ${days} days for returns are over`
  return null
}

/** AppError 409 `not_returnable` if nothing of an order can be returned now. */
export function requireReturnable(order: Pick<OrderRow, 'status' | 'delivered_at'>, days: number): void {
  const refusal = returnRefusal(order, days, new Date())
  if (refusal !== null) throw new AppError(409, 'not_returnable', refusal)
}

/** Refuses the label of a return that is not approved. AppError 404, 409 `wrong_status`. */
export function requireLabel(row: ReturnRow | undefined): void {
  if (!row) throw new AppError(404, 'not_found', 'Return not found')
  if (row.state === 'approved') return
  const message =
    row.state === 'requested'
      ? 'This return is not approved yet'
      : row.state === 'refused'
        ? 'This return was refused'
        : 'The items of this return are back'
  throw new AppError(409, 'wrong_status', message)
}

/** Whether staff decide about a return on the page of its order, because items of it have not shipped. */
export const holdsOrder = (
  { kind, state, released_at: released }: ReturnRow,
  { held_at: held }: Pick<OrderRow, 'held_at'>,
) =>
  held !== null &&
  kind === 'withdrawal' &&
  released === null &&
  (state === 'requested' || state === 'approved')

/** The steps that staff can take, and the states that they start from. */
const steps = {
  approve: { from: ['requested'], to: 'approved', done: 'approved' },
  receive: { from: ['requested', 'approved'], to: 'received', done: 'received' },
  refund: { from: ['received'], to: 'refunded', done: 'refunded' },
  refuse: { from: ['requested', 'approved', 'received'], to: 'refused', done: 'refused' },
} as const satisfies Record<string, { from: readonly ReturnState[]; to: ReturnState; done: string }>

export type ReturnStep = keyof typeof steps

/** The state after a step. AppError 409 `wrong_status` if the current state does not allow it. */
export function requireStep(step: ReturnStep, state: ReturnState): ReturnState {
  const { from, to, done } = steps[step]
  if ((from as readonly ReturnState[]).includes(state)) return to
  throw new AppError(409, 'wrong_status', `This return is ${state} and can’t be ${done}`)
}
