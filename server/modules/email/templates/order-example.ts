import type { EmailContent, EmailInput, Paragraph } from './frame.ts'
import { orderEmail, type OrderEmailKind } from './order.ts'
import type { OrderSummary } from './order-table.ts'

const example: OrderSummary = {
  number: '7K2M-9QXT-04CD',
  lines: [
    { what: '2 × Stoneware mug (Sage)', amount: '₹900.00' },
    { what: '1 × Table lamp', amount: '₹1,100.00' },
  ],
  sums: [
    { what: 'Subtotal', amount: '₹2,100.00' },
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

const details: Partial<Record<OrderEmailKind, (link: string) => Paragraph[]>> = {
  received: () => [`Please transfer ₹2,099.00 with reference ${example.number}.`],
  edited: () => ['Table lamp: 1 instead of 2.'],
  shipped: (link) => [
    'Shipped with India Post. Tracking number: EX123456789IN.',
    { label: 'Track your package', link },
    { label: 'Your invoice (PDF)', link },
  ],
  partly_shipped: (link) => [
    'In this package: 1 × Table lamp.',
    'Shipped with India Post, tracking number EX123456789IN.',
    { label: 'Track your package', link },
  ],
  delivered: (link) => [{ label: 'Your invoice (PDF)', link }],
  cancelled: () => ['We’re refunding ₹2,099.00.'],
  refunded: () => ['We’ve refunded ₹1,100.00.'],
  returned: () => ['Reason: Nobody was at home.'],
  message: () => ['The lamp comes without a bulb. Shall we add one?'],
}

/** Renders an order email with a made-up order. */
export const exampleOrderEmail =
  (kind: OrderEmailKind) =>
  (input: EmailInput & { canReply: boolean }): EmailContent =>
    orderEmail(kind, { ...input, order: example, details: details[kind]?.(input.link) ?? [] })
