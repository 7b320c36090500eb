import type { Transaction } from '#server/db/connect.ts'
import type { PersonalContext } from '#server/http/route.ts'
import type { OrderLineRow, OrderRow } from '../order/order.queries.ts'
import { isPickUp } from '../delivery/pick-up.rules.ts'
import { notOffered, type StaffDiscount } from '../placing/quote.ts'
import { changedLines, invalidLine, type WantedLine } from './edited-lines.ts'
import { quoteEditedOrder, type EditedQuote } from './edited-order.ts'
import type { OrderSnapshot } from './revision.writes.ts'
import { planSettlement, type SettlementPlan } from './settle.writes.ts'

/** A change of a locked order. */
export interface OrderChange {
  order: OrderRow
  current: readonly OrderLineRow[]
  wanted: readonly WantedLine[]
  /** Absent: it stays. */
  shippingMethod?: string | undefined
  /** Null removes it; absent: it stays. */
  discount?: StaffDiscount | null | undefined
  /** What comes back when an edit is undone. */
  restored?: OrderSnapshot | undefined
  /** How what is due is paid; absent: as before. */
  paymentMethod?: string | undefined
}

/** A change with what it costs. */
export interface PlannedChange extends OrderChange {
  /** The order with its new destination. */
  moved: OrderRow
  kept: readonly WantedLine[]
  changed: readonly WantedLine[]
  quote: EditedQuote
  settlement: SettlementPlan
}

/**
 * Prices a change and plans its money. AppErrors of `quoteEditedOrder` and `planSettlement`, 400 without an item, or
 * for a delivery that becomes a pick-up or the other way round.
 */
export async function planChange(
  tx: Transaction,
  context: PersonalContext,
  change: OrderChange,
): Promise<PlannedChange> {
  const { order, wanted, shippingMethod, discount, restored, paymentMethod: methodId } = change
  const kept = wanted.filter(({ quantity }) => quantity > 0)
  if (kept.length === 0) throw invalidLine(0, 'An order needs at least one item. Cancel the order instead')
  const moved = {
    ...order,
    shipping_method: shippingMethod ?? order.shipping_method,
    shipping_address: restored?.shippingAddress ?? order.shipping_address,
    billing_address: restored?.billingAddress ?? order.billing_address,
  }
  // It would be delivered to the shop, or picked up at the address of its customer.
  if (isPickUp(order) !== isPickUp(moved)) throw notOffered('shippingMethod', 'This delivery method')
  const quote = await quoteEditedOrder(tx, context, moved, kept, discount && discount.rule)
  const { checkoutRules: rules, totals } = quote
  const settlement = await planSettlement(tx, context, order, { total: totals.total, rules, methodId })
  return { ...change, moved, kept, changed: changedLines(wanted), quote, settlement }
}

/** Whether a change gives, alters or removes the discount of staff. A coupon is none. */
export function changesDiscount({ order, discount, quote }: PlannedChange): boolean {
  if (discount === undefined) return false
  if (discount === null) return order.discount_reason !== ''
  return discount.reason !== order.discount_reason || quote.totals.coupon !== order.coupon_discount
}
