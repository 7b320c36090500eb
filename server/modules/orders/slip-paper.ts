import type { Paper } from '#server/platform/paper/paper.ts'
import type { ShopContext } from '#server/http/route.ts'
import type { OrderLineRow, OrderRow } from './order.queries.ts'
import { addressLines, dayOf, optionsOf } from './paper-words.ts'

/** What belongs into the parcel, for who packs it and for who opens it: no prices. */
export function slipPaper(order: OrderRow, lines: readonly OrderLineRow[], shop: ShopContext): Paper {
  const left = lines
    .map((line) => ({ ...line, pieces: line.quantity - line.refunded_quantity }))
    .filter(({ pieces }) => pieces > 0)
  const all = left.reduce((sum, { pieces }) => sum + pieces, 0)
  return {
    title: `Packing slip ${order.number}`,
    author: shop.name,
    blocks: [
      { kind: 'title', text: 'Packing slip', beside: shop.name },
      {
        kind: 'columns',
        columns: [
          { heading: 'Deliver to', lines: [...addressLines(order.shipping_address), order.phone], size: 14 },
          {
            heading: 'Order',
            size: 11,
            lines: [
              order.number,
              `Ordered on ${dayOf(order.placed_at, shop)}`,
              order.shipping_name,
              [order.carrier, order.tracking].filter(Boolean).join(' '),
            ],
          },
        ],
      },
      {
        kind: 'table',
        size: 10,
        columns: [
          { name: 'Item' },
          { name: 'Kind', width: 120 },
          { name: 'SKU', width: 80 },
          { name: 'Pieces', width: 50 },
          { name: 'Packed', width: 126 },
        ],
        rows: left.map((line) => [
          line.name,
          optionsOf(line),
          line.sku,
          String(line.pieces),
          { boxes: line.pieces },
        ]),
        foot: [`${all} ${all === 1 ? 'piece' : 'pieces'} in all`],
      },
      ...(order.customer_note
        ? [{ kind: 'text' as const, text: `Note by the customer: ${order.customer_note}` }]
        : []),
    ],
  }
}
