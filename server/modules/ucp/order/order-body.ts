import type { AgentOrder, AgentOrderLine, AgentOrderRefund } from '#server/modules/agents/index.ts'
import { links } from '#contract/links.ts'
import { lineEntries, totalEntries, type TotalEntry } from '../checkout/totals.ts'
import { variantIdOf } from '../ids.ts'

/** An order as the protocol shows it, without the envelope: a snapshot of now, always whole. */
export function orderBody(found: AgentOrder, locale: string): object {
  const { order, sessionId, url, lines, attribution } = found
  const totals = {
    subtotal: order.subtotal - order.discount,
    coupon: order.coupon_discount,
    shipping: order.shipping,
    shippingDiscount: 0,
    tax: order.tax,
    taxIncluded: order.tax_included,
    taxName: order.tax_name,
    total: order.total,
  }
  const { currency } = order
  return {
    id: order.number,
    label: order.serial,
    checkout_id: sessionId,
    permalink_url: url,
    line_items: lines.map((line) => ({
      id: line.id,
      item: {
        id: variantIdOf(line.variantId),
        title: line.title,
        price: line.price,
        ...(line.image && { image_url: `${order.origin}${links.image(line.image.file)}` }),
      },
      quantity: {
        ...(line.original !== undefined && { original: line.original }),
        total: line.active,
        fulfilled: line.shipped,
      },
      totals: lineEntries(line, totals),
      status: lineStatus(line),
    })),
    fulfillment: { expectations: expectationsOf(found), events: eventsOf(found) },
    adjustments: adjustmentsOf(found),
    currency,
    totals: totalEntries(totals, { currency, withDelivery: true }, { locale }),
    ...(attribution && { attribution }),
  }
}

function lineStatus({ active, shipped }: AgentOrderLine): 'removed' | 'fulfilled' | 'partial' | 'processing' {
  if (active === 0) return 'removed'
  if (shipped === active) return 'fulfilled'
  return shipped > 0 ? 'partial' : 'processing'
}

/** What was promised for the units that the buyer gets. */
function expectationsOf({ order, lines }: AgentOrder): object[] {
  const promised = lines
    .filter(({ active }) => active > 0)
    .map(({ id, active }) => ({ id, quantity: active }))
  if (promised.length === 0) return []
  const { fullName, line1, line2, city, state, pincode, country } = order.shipping_address
  const destination = {
    first_name: fullName,
    street_address: line1,
    extended_address: line2,
    address_locality: city,
    address_region: state,
    postal_code: pincode,
    address_country: country,
  }
  return [
    {
      id: 'shipping',
      line_items: promised,
      method_type: 'shipping',
      destination: Object.fromEntries(Object.entries(destination).filter(([, value]) => value !== '')),
      description: `${order.shipping_name}, ${order.delivery_from} to ${order.delivery_to}`,
    },
  ]
}

/** What happened to the goods. Events only ever get more. */
function eventsOf({ order, shipments, lineIds, url }: AgentOrder): object[] {
  return shipments.flatMap((shipment) => {
    const details = {
      line_items: shipment.lines.map(({ position, quantity }) => ({
        id: lineIds.get(position) ?? `o${position + 1}`,
        quantity,
      })),
      ...(shipment.carrier !== '' && { carrier: shipment.carrier }),
      tracking_number: shipment.tracking === '' ? order.serial : shipment.tracking,
      tracking_url: shipment.tracking_url === '' ? url : shipment.tracking_url,
    }
    const event = (type: string, at: Date) => ({
      id: `${type}-${shipment.id}`,
      occurred_at: at.toISOString(),
      type,
      ...details,
    })
    const { shipped_at: shipped, delivered_at: delivered } = shipment
    return [event('shipped', shipped), ...(delivered ? [event('delivered', delivered)] : [])]
  })
}

const refundStatus = { waiting: 'pending', done: 'completed', failed: 'failed' } as const

/** Money that goes back, and an order that was cancelled. Amounts and quantities are negative. */
function adjustmentsOf({ order, refunds, lines, lineIds, cancelledAt }: AgentOrder): object[] {
  const refunded = refunds.map(({ id, status, amount, reason, at, lines: some }: AgentOrderRefund) => ({
    id: `refund-${id}`,
    type: 'refund',
    occurred_at: at.toISOString(),
    status: refundStatus[status],
    ...(some.length > 0 && {
      line_items: some.map(({ position, quantity }) => ({
        id: lineIds.get(position) ?? `o${position + 1}`,
        quantity: -quantity,
      })),
    }),
    totals: moneyBack(amount),
    ...(reason !== '' && { description: reason }),
  }))
  if (order.status !== 'cancelled') return refunded
  const cancelled = {
    id: 'cancellation',
    type: 'cancellation',
    occurred_at: (cancelledAt ?? order.placed_at).toISOString(),
    status: 'completed',
    line_items: lines.map(({ id, quantity }) => ({ id, quantity: -quantity })),
    ...(order.paid === 0 && { totals: moneyBack(order.total) }),
  }
  return [...refunded, cancelled]
}

const moneyBack = (amount: number): Pick<TotalEntry, 'type' | 'amount'>[] => [
  { type: 'total', amount: -amount },
]
