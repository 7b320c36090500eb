import type { ShopContext } from '#server/http/route.ts'
import { formatMoney } from '#server/modules/pricing/index.ts'
import { isEncodable } from '#server/platform/pdf/barcode/code128.ts'
import type { PdfDocument } from '#server/platform/pdf/pdf-document.ts'
import { addressLines, documentCountries } from '../invoices/labels.ts'
import type { OrderRow } from '../order/order.queries.ts'

/** The text of the barcode of an order: its serial, or its opaque number if the prefix of the shop has other letters. */
export const barcodeText = ({ serial, number }: Pick<OrderRow, 'serial' | 'number'>): string =>
  isEncodable(serial) ? serial : number

/** The sender on a label. */
export interface Sender {
  name: string
  /** May have several lines. */
  address: string
  phone: string
}

/** The address label of an order, 100 × 150 mm, for any carrier. It says what the carrier collects on delivery. */
export function addressLabelPdf(order: OrderRow, sender: Sender, shop: ShopContext): PdfDocument {
  const { taxId: _taxId, ...address } = order.shipping_address
  const due = order.payment_method === 'cod' ? Math.max(0, order.total - order.paid) : 0
  return {
    title: `Label ${order.serial}`,
    author: shop.name,
    size: 'label',
    countries: documentCountries(order.shipping_address, shop),
    blocks: [
      {
        kind: 'columns',
        columns: [
          {
            heading: 'From',
            size: 8,
            lines: [
              sender.name,
              sender.address
                .split('\n')
                .map((line) => line.trim())
                .filter(Boolean)
                .join(', '),
              sender.phone,
            ],
          },
        ],
      },
      {
        kind: 'columns',
        columns: [{ heading: 'To', size: 14, lines: [...addressLines(address), order.phone] }],
      },
      {
        kind: 'columns',
        columns: [
          { heading: 'Delivery', size: 10, lines: [order.shipping_name] },
          ...(due > 0
            ? [
                {
                  heading: 'Collect on delivery',
                  size: 14,
                  lines: [formatMoney(due, order.currency, shop.locale)],
                },
              ]
            : []),
        ],
      },
      { kind: 'barcode', text: barcodeText(order), height: 56 },
    ],
  }
}
