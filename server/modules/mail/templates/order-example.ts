import type { MailContent, MailInput, Paragraph } from './frame.ts'
import { orderMail, type OrderMailKind } from './order.ts'
import type { OrderInWords } from './order-table.ts'

const example: OrderInWords = {
  number: '7K2M-9QXT-04CD',
  lines: [
    { what: '2 × Stoneware mug (Sage)', amount: '₹900.00' },
    { what: '1 × Table lamp', amount: '₹1,100.00' },
  ],
  sums: [
    { what: 'Sub total', amount: '₹2,100.00' },
    { what: 'Offers', amount: '-₹100.00' },
    { what: 'Shipping', amount: '₹99.00' },
    { what: 'GST, included', amount: '₹305.08', isContained: true },
    { what: 'Total', amount: '₹2,099.00', isTotal: true },
  ],
  facts: [
    { name: 'Delivery address', lines: ['Asha Rao', '4 Rose Lane', 'Pune 411001', 'Maharashtra'] },
    { name: 'Standard delivery', lines: ['Between 24 Nov 2026 and 27 Nov 2026'] },
  ],
}

const more: Partial<Record<OrderMailKind, (link: string) => Paragraph[]>> = {
  received: () => [`Please transfer ₹2,099.00, and name the order ${example.number}.`],
  shipped: (link) => [
    'It travels with India Post; its tracking number is EX123456789IN.',
    { words: 'Follow the parcel', link },
    { words: 'Your invoice (PDF)', link },
  ],
  delivered: (link) => [{ words: 'Your invoice (PDF)', link }],
  cancelled: () => ['What you have paid, ₹2,099.00, is paid back.'],
  refunded: () => ['We have paid back ₹1,100.00.'],
  returned: () => ['Why: Nobody was at home.'],
  message: () => ['The lamp comes without a bulb. Shall we send one along?'],
}

/** A mail about an order that nobody has placed. */
export const exampleOrderMail =
  (kind: OrderMailKind) =>
  (input: MailInput): MailContent =>
    orderMail(kind, { ...input, order: example, more: more[kind]?.(input.link) ?? [] })
