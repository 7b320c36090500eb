import type { ShopContext } from '#server/http/route.ts'
import type { PdfDocument } from '#server/platform/pdf/pdf-document.ts'
import type { OrderRow } from '../order/order.queries.ts'
import { barcodeText } from '../packing/address-label-pdf.ts'
import type { PackedLine } from '../packing/packing.queries.ts'
import { deliveryBlock, documentCountries, formatDay, optionsText } from './labels.ts'

/** The fields of an order, or of one of its shipments, that a packing slip shows. */
type SlipHead = Pick<
  OrderRow,
  'serial' | 'number' | 'shipping_address' | 'shipping_method' | 'phone' | 'placed_at' | 'shipping_name'
> &
  Pick<OrderRow, 'carrier' | 'tracking' | 'customer_note'>

/** The packing slip, for staff and the recipient: the items of a package, without prices. `part`: which of several it is. */
export function packingSlipPdf(
  order: SlipHead,
  items: readonly PackedLine[],
  shop: ShopContext,
  part = '',
): PdfDocument {
  const hasShelf = items.some(({ shelf }) => shelf !== null)
  const to = deliveryBlock(order)
  const total = items.reduce((sum, { quantity }) => sum + quantity, 0)
  return {
    title: `Packing slip ${order.serial}`,
    author: shop.name,
    countries: documentCountries(order.shipping_address, shop),
    blocks: [
      { kind: 'title', text: 'Packing slip', beside: shop.name },
      {
        kind: 'columns',
        columns: [
          { ...to, lines: [...to.lines, order.phone], size: 14 },
          {
            heading: 'Order',
            size: 11,
            lines: [
              order.serial,
              `Ordered on ${formatDay(order.placed_at, shop)}`,
              order.shipping_name,
              [order.carrier, order.tracking].filter(Boolean).join(' '),
              part,
            ],
          },
        ],
      },
      { kind: 'barcode', text: barcodeText(order), height: 30 },
      {
        kind: 'table',
        size: 10,
        columns: [
          { name: 'Item' },
          { name: 'SKU', width: 90 },
          ...(hasShelf ? [{ name: 'Shelf', width: 70 }] : []),
          { name: 'Qty', width: 40 },
          { name: 'Packed', width: 126 },
        ],
        rows: items.map((line) => [
          [line.name, optionsText(line)].filter(Boolean).join('\n'),
          line.sku,
          ...(hasShelf ? [line.shelf ?? ''] : []),
          String(line.quantity),
          { boxes: line.quantity },
        ]),
        foot: [`${total} ${total === 1 ? 'item' : 'items'} in total`],
      },
      ...(order.customer_note
        ? [{ kind: 'text' as const, text: `Customer note: ${order.customer_note}` }]
        : []),
    ],
  }
}
