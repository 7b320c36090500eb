import type { ShopContext } from '#server/http/route.ts'
import { formatMoney } from '#server/modules/pricing/index.ts'
import { isEncodable } from '#server/platform/pdf/barcode/code128.ts'
import type { Block, PdfDocument } from '#server/platform/pdf/pdf-document.ts'
import { isPickUp } from '../delivery/pick-up.rules.ts'
import { addressLines, billToLines, documentCountries } from '../invoices/labels.ts'
import type { OrderRow } from '../order/order.queries.ts'
import { amountDue } from '../order/order.rules.ts'

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
  const due = order.payment_method === 'cod' ? amountDue(order) : 0
  const facts = [
    { heading: 'Delivery', size: 10, lines: [order.shipping_name] },
    ...(due > 0
      ? [
          {
            heading: isPickUp(order) ? 'Collect at pick-up' : 'Collect on delivery',
            size: 14,
            lines: [formatMoney(due, order.currency, shop.locale)],
          },
        ]
      : []),
  ]
  // On a bag that waits at the shop, the name matters.
  const to = isPickUp(order)
    ? { heading: 'Pick-up', lines: [order.shipping_address.fullName, order.serial, order.phone] }
    : { heading: 'To', lines: buyerLines(order) }
  return labelPdf(order, shop, { title: `Label ${order.serial}`, from: senderLines(sender), to, facts })
}

/** The label with which items of an order come back: from its buyer to the shop. */
export function returnLabelPdf(order: OrderRow, recipient: Sender, shop: ShopContext): PdfDocument {
  const to = { heading: 'To', lines: senderLines(recipient) }
  const facts = [{ heading: 'Return', size: 10, lines: [`Order ${order.serial}`] }]
  return labelPdf(order, shop, {
    title: `Return label ${order.serial}`,
    from: returnerLines(order),
    to,
    facts,
  })
}

const senderLines = ({ name, address, phone }: Sender) => [
  name,
  address
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .join(', '),
  phone,
]

function buyerLines({ shipping_address: { taxId: _taxId, ...address }, phone }: OrderRow) {
  return [...addressLines(address), phone]
}

/** The delivery address of a pick-up is the shop, which sends nothing back to itself. */
function returnerLines(order: OrderRow) {
  if (!isPickUp(order)) return buyerLines(order)
  const { taxId: _taxId, ...address } = order.billing_address
  return [...billToLines(order, address), order.phone]
}

interface Label {
  title: string
  from: readonly string[]
  to: { heading: string; lines: readonly string[] }
  facts: Extract<Block, { kind: 'columns' }>['columns']
}

const labelPdf = (order: OrderRow, shop: ShopContext, { title, from, to, facts }: Label): PdfDocument => ({
  title,
  author: shop.name,
  size: 'label',
  countries: documentCountries(order.shipping_address, shop),
  blocks: [
    { kind: 'columns', columns: [{ heading: 'From', size: 8, lines: from }] },
    { kind: 'columns', columns: [{ ...to, size: 14 }] },
    { kind: 'columns', columns: facts },
    { kind: 'barcode', text: barcodeText(order), height: 56 },
  ],
})
