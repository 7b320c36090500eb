import { sourceName } from '#server/modules/credit/index.ts'
import type { OpenedBy, ShopProviders } from '#server/platform/payments/online-payments.ts'
import type { OrderRow } from '../order/order.queries.ts'
import { settledAmount } from '../order/order.rules.ts'
import { isCredit } from '../payments/payment-method.ts'
import type { RefundablePayment } from '../payments/payment.queries.ts'

interface RefundState extends OpenedBy {
  status: string
  /** Null if no provider holds the money. */
  charge: string | null
}

/** Whether staff have to send a refund: no provider holds the money, is connected, or accepts the refund. */
export const awaitsStaff = (
  { status, charge, ...payment }: RefundState,
  providers: Pick<ShopProviders, 'canAsk'>,
): boolean =>
  status === 'failed' ||
  (status === 'waiting' && !isCredit(payment.provider) && (charge === null || !providers.canAsk(payment)))

/** The gift card or store credit that a payment goes back to; undefined for any other payment. */
export const refundedTo = ({
  creditId,
  provider,
  ending,
}: Pick<RefundablePayment, 'creditId' | 'provider' | 'ending'>): string | undefined =>
  creditId === null
    ? undefined
    : sourceName({ kind: provider === 'gift_card' ? 'gift_card' : 'store_credit', ending })

/** The part of a refund that one payment returns, in minor units. */
export interface AmountPart<P> {
  payment: P
  amount: number
}

/**
 * What is paid of an order and stays paid, in minor units. A refund of an earlier edit that was not sent yet counts as not made.
 */
export const settledOf = (
  order: Pick<OrderRow, 'paid' | 'excess_refunded'>,
  payments: readonly Pick<RefundablePayment, 'unsent'>[],
): number => settledAmount(order) + payments.reduce((sum, { unsent }) => sum + unsent, 0)

/** Splits a refund over the payments of an order, in their order. The whole of it fits into them. */
export function splitRefund<P extends Pick<RefundablePayment, 'left'>>(
  amount: number,
  payments: readonly P[],
): AmountPart<P>[] {
  const parts: AmountPart<P>[] = []
  let left = amount
  for (const payment of payments) {
    const taken = Math.max(0, Math.min(left, payment.left))
    if (taken > 0) parts.push({ payment, amount: taken })
    left -= taken
  }
  return parts
}

/** Refunded units with their money. */
interface SplitLine {
  quantity: number
  amount: number
  restocked: number
}

/** What a refund is for, in minor units; what is left of its amount is goodwill. */
interface Purposes<L> {
  lines: readonly L[]
  delivery: number
}

/**
 * Divides the purposes of a refund among its parts: lines first, then the delivery. A line whose money comes from two payments
 * has its units in the first part.
 */
export function splitPurposes<P, L extends SplitLine>(
  parts: readonly AmountPart<P>[],
  { lines, delivery }: Purposes<L>,
): (AmountPart<P> & Purposes<L>)[] {
  const open = lines.map((line) => ({ ...line }))
  let deliveryLeft = delivery
  return parts.map((part) => {
    let room = part.amount
    const own: L[] = []
    while (open[0] && (room > 0 || open[0].amount === 0)) {
      const [line] = open
      const amount = Math.min(room, line.amount)
      own.push({ ...line, amount })
      room -= amount
      if (amount === line.amount) open.shift()
      else open[0] = { ...line, amount: line.amount - amount, quantity: 0, restocked: 0 }
    }
    const ownDelivery = Math.min(room, deliveryLeft)
    deliveryLeft -= ownDelivery
    return { ...part, lines: own, delivery: ownDelivery }
  })
}
