import type { z } from 'zod'
import type { EditedOrder, editOrderLines as editOrderLinesEndpoint } from '#contract/orders/edit-order.ts'
import type { Transaction } from '#server/db/connect.ts'
import type { PersonalContext } from '#server/http/route.ts'
import { requireVersion, type WriteContext } from '#server/modules/audit/index.ts'
import { totalsToView } from '#server/modules/cart/index.ts'
import { shippingFor, toMajor } from '#server/modules/pricing/index.ts'
import { arrivalOf } from '../delivery/delivery.rules.ts'
import { listOrderLines, lockOrderByNumber, type OrderRow } from '../order/order.queries.ts'
import { staffDiscountOf } from '../placing/quote.ts'
import { writeChange } from './change-order.writes.ts'
import { requireEditable } from './editable.ts'
import { wantedLines } from './edited-lines.ts'
import { changesDiscount, planChange, type PlannedChange } from './planned-change.ts'
import { settlementToView } from './settle.writes.ts'

type Input = Pick<z.output<typeof editOrderLinesEndpoint.input>, 'number' | 'lines' | 'preview'> &
  Partial<z.output<typeof editOrderLinesEndpoint.input>>

/**
 * Changes items, discount and delivery of an order that has not shipped, with its stock, totals and money, and tells the customer.
 * Items of the order keep their price; new ones have the price of now; the tax rates are those of the day of the order. A paid
 * order asks for what it costs more, and refunds what it costs less. AppError 400 for an unknown item or method, 403
 * `refunds_needed`, 404, 409 of `requireEditable`, `out_of_stock`, `coupon_refused`, `settings_changed` or `version_conflict`.
 */
export async function editOrderLines(
  tx: Transaction,
  write: WriteContext,
  context: PersonalContext,
  { number, lines, discount, shippingMethod, paymentMethod, version, preview }: Input,
): Promise<EditedOrder> {
  const { shopId } = write
  const order = await lockOrderByNumber(tx, shopId, number)
  await requireVersion(tx, write, { subject: 'order', subjectId: order.id, version })
  await requireEditable(tx, order)
  const current = await listOrderLines(tx, shopId, order.id)
  const planned = await planChange(tx, context, {
    order,
    current,
    wanted: wantedLines(current, lines),
    shippingMethod,
    paymentMethod,
    discount: discount && staffDiscountOf({ discount, coupon: order.coupon_code }, context),
  })
  const isWritten = !preview && changesOrder(planned)
  const revision = isWritten ? await writeChange(tx, write, context, planned, { isUndo: false }) : undefined
  return { ...(await editedToView(tx, planned, context)), revision: revision ?? null }
}

/** Whether a change is more than what the order is already. */
function changesOrder(planned: PlannedChange): boolean {
  const { order, moved, changed } = planned
  const hasMethod = moved.shipping_method !== order.shipping_method
  return changed.length > 0 || changesDiscount(planned) || hasMethod
}

/** The totals of a stored order in the form of a quote. */
export const storedTotals = (order: OrderRow) => ({
  ...order,
  coupon: order.coupon_discount,
  shippingTax: order.shipping_tax,
  cashFee: order.cash_fee,
})

async function editedToView(
  tx: Transaction,
  { order, quote, settlement }: PlannedChange,
  context: PersonalContext,
): Promise<Omit<EditedOrder, 'revision'>> {
  const { currency } = order
  const { totals, option, options, checkoutRules } = quote
  const value = totals.subtotal - totals.discount
  return {
    ...(await settlementToView(tx, order, settlement, context)),
    total: toMajor(totals.total, currency),
    before: totalsToView(storedTotals(order), quote.rules, currency),
    after: totalsToView(totals, quote.rules, currency),
    shippingMethod: option.id,
    shippingMethods: options.map(({ id, name, rule, days }) => ({
      id,
      name,
      price: toMajor(shippingFor(rule, value), currency),
      arrival: arrivalOf(checkoutRules.shipping, days, context.shop).text,
    })),
  }
}
