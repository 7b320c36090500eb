import type { Settlement } from '#contract/orders/edit-order.ts'
import type { OrderAddress } from '#contract/orders/order.ts'
import type { OrderTotals } from '#contract/orders/order-totals.ts'
import { later, type Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import type { PersonalContext } from '#server/http/route.ts'
import { record, type WriteContext } from '#server/modules/audit/index.ts'
import { totalsToView } from '#server/modules/cart/index.ts'
import { recordOrderEvent } from '#server/modules/events/index.ts'
import { formatMoney } from '#server/modules/pricing/index.ts'
import { addEvent } from '../order/order-event.writes.ts'
import { reviseAmounts } from '../order/order.writes.ts'
import { emailCustomer } from '../emails/order-email.ts'
import { findInvoice } from '../invoices/invoice.writes.ts'
import { listOrderLines, type OrderLineRow, type OrderRow } from '../order/order.queries.ts'
import { lineRows } from '../placing/new-order.ts'
import { orderAmounts } from '../placing/place.rules.ts'
import type { Quote } from '../placing/quote.ts'
import { requireEditable } from './editable.ts'
import { storedTotals } from './edit-order.writes.ts'
import type { WantedLine } from './edited-lines.ts'
import { quoteEditedOrder, type EditedQuote } from './edited-order.ts'
import { insertRevision, snapshotOf } from './revision.writes.ts'
import {
  planSettlement,
  settle,
  settlementDetails,
  settlementToView,
  type SettlementPlan,
} from './settle.writes.ts'

interface Addresses {
  shippingAddress?: OrderAddress | undefined
  billingAddress?: OrderAddress | undefined
}

/** The steps of the total at the old and at the new address. */
export interface MovedTotals extends Settlement {
  before: OrderTotals
  after: OrderTotals
}

/**
 * Computes delivery and tax of a locked order for another address, and writes them unless it is a preview. Undefined if the
 * move changes no amount. The money of a paid order follows as with an edit. An order whose total changes has no invoice: AppErrors
 * of `requireEditable`, `planSettlement` and `quoteEditedOrder`. One whose tax alone changes must have no invoice: AppError 409 `order_invoiced`.
 */
export async function moveOrder(
  tx: Transaction,
  write: WriteContext,
  context: PersonalContext,
  { order, addresses, preview }: { order: OrderRow; addresses: Addresses; preview: boolean },
): Promise<MovedTotals | undefined> {
  const { shippingAddress = order.shipping_address, billingAddress = order.billing_address } = addresses
  if (isSamePlace(order, { shippingAddress, billingAddress }) || order.imported_at !== null) return undefined
  const { shopId } = write
  const lines = await listOrderLines(tx, shopId, order.id)
  const wanted = lines.map((old) => ({ variantId: old.variant_id, quantity: old.quantity, old }))
  const moved = { ...order, shipping_address: shippingAddress, billing_address: billingAddress }
  const quote = await quoteMoved(tx, context, { order, moved, wanted })
  if (!quote || isSameTax(order, lines, quote)) return undefined
  const { total } = quote.totals
  const plan = await planSettlement(tx, context, order, { total, rules: quote.checkoutRules })
  const totals = isSameAmount(order, quote)
    ? undefined
    : {
        ...(await settlementToView(tx, order, plan, context)),
        before: totalsToView(storedTotals(order), quote.rules, order.currency),
        after: totalsToView(quote.totals, quote.rules, order.currency),
      }
  await requireMovable(tx, { order, quote })
  if (preview) return totals
  await reviseAmounts(tx, shopId, order.id, {
    lines: lineRows(quote).map((row, i) => ({ ...row, position: lines[i]?.position ?? row.position })),
    amounts: orderAmounts(quote),
  })
  // The same total leaves the money as it is.
  if (total === order.total) return totals
  const eventId = await tellOthers(tx, write, context, { order, plan })
  await settle(tx, write, context, order, plan)
  const before = { ...snapshotOf(order, lines), ...storedAddresses(order) }
  const after = {
    ...snapshotOf({ ...order, ...orderAmounts(quote) }, lines),
    shippingAddress,
    billingAddress,
  }
  await insertRevision(tx, shopId, order.id, { eventId, before, after, settled: plan.settled })
  return totals
}

const storedAddresses = (order: OrderRow) => ({
  shippingAddress: order.shipping_address,
  billingAddress: order.billing_address,
})

/** Tax and delivery depend on nothing else of an address. */
const isSamePlace = (
  order: OrderRow,
  { shippingAddress, billingAddress }: Record<keyof Addresses, OrderAddress>,
) =>
  (['country', 'state', 'pincode'] as const).every(
    (part) => shippingAddress[part] === order.shipping_address[part],
  ) && (billingAddress.taxId ?? '') === (order.billing_address.taxId ?? '')

const isSameAmount = (order: OrderRow, { totals }: Quote) =>
  totals.total === order.total && totals.tax === order.tax && totals.shipping === order.shipping

/** The reason names the place: within India the same amounts are another kind of tax. */
const isSameTax = (order: OrderRow, lines: readonly OrderLineRow[], quote: Quote) =>
  isSameAmount(order, quote) &&
  quote.totals.lines.every(({ rate, why }, i) => rate === lines[i]?.tax_rate && why === lines[i]?.tax_why)

/** A corrected postal code of the same state passes, also where the settings no longer allow the quote. */
async function quoteMoved(
  tx: Transaction,
  context: PersonalContext,
  { order, moved, wanted }: { order: OrderRow; moved: OrderRow; wanted: WantedLine[] },
): Promise<EditedQuote | undefined> {
  const { country, state } = moved.shipping_address
  const isWithinState = country === order.shipping_address.country && state === order.shipping_address.state
  try {
    return await quoteEditedOrder(tx, context, moved, wanted)
  } catch (error) {
    if (isWithinState && error instanceof AppError && error.status < 500) return undefined
    throw error
  }
}

async function requireMovable(
  tx: Transaction,
  { order, quote: { totals } }: { order: OrderRow; quote: Quote },
): Promise<void> {
  if (totals.total !== order.total) return requireEditable(tx, order)
  const invoice = await findInvoice(tx, order.config_id, order.id)
  if (!invoice) return
  const message = `The tax of invoice ${invoice.number} would change. Cancel order ${order.serial} and make a new one`
  throw new AppError(409, 'order_invoiced', message)
}

async function tellOthers(
  tx: Transaction,
  write: WriteContext,
  context: PersonalContext,
  { order, plan }: { order: OrderRow; plan: SettlementPlan },
): Promise<number> {
  const { shopId, actor } = write
  const { id: orderId, currency } = order
  const money = (minor: number) => formatMoney(minor, currency, context.shop.locale)
  const { total } = plan
  const note = `${money(total)} instead of ${money(order.total)}`
  const instance = await addEvent(tx, shopId, orderId, actor, { kind: 'requoted', note, isPublic: true })
  await recordOrderEvent(tx, order, 'order.edited')
  const details = [
    `Delivery and tax follow your new address. The total is ${note}.`,
    ...settlementDetails(order, plan, context),
  ]
  await emailCustomer(tx, context, { orderId, kind: 'edited', instance, details })
  const entry = { action: 'update', subject: 'order', subjectId: orderId } as const
  later(tx, record(tx, { ...write, ...entry, before: { total: order.total }, after: { total } }))
  return instance
}
