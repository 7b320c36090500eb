import { later, type Transaction } from '#server/db/connect.ts'
import type { PersonalContext } from '#server/http/route.ts'
import { record, type WriteContext } from '#server/modules/audit/index.ts'
import { recordOrderEvent } from '#server/modules/events/index.ts'
import { formatMoney } from '#server/modules/pricing/index.ts'
import { variantName } from '#server/modules/stock/index.ts'
import { addressLines } from '#server/platform/address-formats/address-lines.ts'
import { emailCustomer } from '../emails/order-email.ts'
import { addEvent } from '../order/order-event.writes.ts'
import type { OrderLineRow } from '../order/order.queries.ts'
import { changesDiscount, type PlannedChange } from './planned-change.ts'
import { settlementDetails } from './settle.writes.ts'

/** Adds a change to the timeline, the events and the audit log, and emails the customer. Returns the id of its timeline entry. */
export async function announceEdit(
  tx: Transaction,
  write: WriteContext,
  context: PersonalContext,
  planned: PlannedChange,
  { isUndo }: { isUndo: boolean },
): Promise<number> {
  const { shopId, actor } = write
  const { order, settlement } = planned
  const { id: orderId } = order
  const sentences = describeChange(planned, context)
  const kind = isUndo ? 'edit_undone' : 'edited'
  const event = { kind, note: sentences.join('; ').slice(0, 2000), isPublic: true }
  const instance = await addEvent(tx, shopId, orderId, actor, event)
  later(tx, recordOrderEvent(tx, order, 'order.edited'))
  const details = [`${sentences.join('. ')}.`, ...settlementDetails(order, settlement, context)]
  await emailCustomer(tx, context, { orderId, kind: 'edited', instance, details })
  const entry = { action: 'update', subject: 'order', subjectId: orderId } as const
  later(tx, record(tx, { ...write, ...entry, ...auditedChange(planned) }))
  return instance
}

/** What a change does, one sentence each. */
function describeChange(planned: PlannedChange, { shop }: PersonalContext): string[] {
  const { order, current, quote, changed, discount, moved, restored } = planned
  const names = namesOf(current, quote)
  const items = changed.map(({ variantId, quantity, old }) => {
    const name = names.get(variantId) ?? ''
    if (!old) return `${quantity} × ${name} added`
    return quantity === 0 ? `${name} removed` : `${name}: ${quantity} instead of ${old.quantity}`
  })
  const amount = formatMoney(quote.totals.coupon, order.currency, shop.locale)
  return [
    ...items,
    ...(changesDiscount(planned)
      ? [discount ? `Discount of ${amount}: ${discount.reason}` : 'Discount removed']
      : []),
    ...(moved.shipping_method === order.shipping_method
      ? []
      : [`${quote.option.name} instead of ${order.shipping_name}`]),
    ...(restored?.shippingAddress
      ? [`Delivery to ${addressLines(restored.shippingAddress).slice(1).join(', ')}`]
      : []),
  ]
}

function namesOf(current: readonly OrderLineRow[], { lines }: PlannedChange['quote']): Map<number, string> {
  return new Map([
    ...lines.map(({ variantId, name, options }) => [variantId, variantName(name, options)] as const),
    ...current.map((line) => [line.variant_id, nameOf(line)] as const),
  ])
}

function auditedChange(planned: PlannedChange) {
  const { order, current, quote, kept, discount, moved } = planned
  const names = namesOf(current, quote)
  const textOf = (name: string | undefined, quantity: number) => `${quantity} × ${name}`
  const isDiscountNew = changesDiscount(planned)
  const isMethodNew = moved.shipping_method !== order.shipping_method
  return {
    before: {
      items: current.map((line) => textOf(nameOf(line), line.quantity)),
      total: order.total,
      ...(isDiscountNew && { discount: order.discount_reason }),
      ...(isMethodNew && { delivery: order.shipping_name }),
    },
    after: {
      items: kept.map(({ variantId, quantity }) => textOf(names.get(variantId), quantity)),
      total: quote.totals.total,
      ...(isDiscountNew && { discount: discount?.reason ?? '' }),
      ...(isMethodNew && { delivery: quote.option.name }),
    },
  }
}

const nameOf = ({ name, options }: OrderLineRow) => variantName(name, Object.fromEntries(options))
