import type { Block, Paper } from '#server/platform/paper/paper.ts'
import type { ShopContext } from '#server/http/route.ts'
import { formatAmount, formatMoney, totalSteps } from '#server/modules/pricing/index.ts'
import { addressLines, dayOf, optionsOf } from './paper-words.ts'
import { taxedByRate, taxedOf, type Taxed } from './invoice.rules.ts'
import type { IssuedInvoice } from './invoice.writes.ts'
import { wordsFor } from './order-view.ts'
import type { OrderLineRow, OrderRow } from './order.queries.ts'
import { placeOfSupply, taxNames } from './place-of-supply.ts'

interface Invoiced {
  invoice: IssuedInvoice
  order: OrderRow
  lines: readonly OrderLineRow[]
  /** How it is paid, in words. */
  paymentName: string
}

type Words = Pick<ShopContext, 'locale' | 'timeZone'>
type Names = ReturnType<typeof taxNames>

const percent = (hundredths: number) => `${hundredths / 100} %`

/** An invoice as it is printed: amounts are those of the order, to the smallest unit. */
export function invoicePaper(invoiced: Invoiced, words: Words): Paper {
  const { invoice, order } = invoiced
  const { seller } = invoice
  const names = taxNames(seller, invoice.shippingAddress)
  const sellerName = seller.legal_name || seller.name
  const kind = seller.gstin ? 'Tax invoice' : 'Invoice'
  return {
    title: `${kind} ${invoice.number}`,
    author: sellerName,
    blocks: [
      { kind: 'title', text: kind, beside: sellerName },
      ...headOf(invoiced, words),
      linesOf(invoiced, names, words),
      sumsOf(invoiced, words),
      ...(order.tax > 0 ? [ratesOf(invoiced, names, words)] : []),
      { kind: 'text', text: notesOf(order, seller.note) },
    ],
  }
}

function headOf({ invoice, order, paymentName }: Invoiced, words: Words): Block[] {
  const { seller, billingAddress, shippingAddress } = invoice
  const facts = [
    ['Invoice number', [invoice.number]],
    ['Invoice date', [dayOf(invoice.issuedAt, words)]],
    ['Order', [order.number, dayOf(order.placed_at, words)]],
    ['Place of supply', [placeOfSupply(shippingAddress)]],
    ['Payment', [paymentName]],
  ] as const
  return [
    { kind: 'columns', columns: facts.map(([heading, lines]) => ({ heading, lines })) },
    {
      kind: 'columns',
      columns: [
        {
          heading: 'Sold by',
          lines: [
            seller.legal_name || seller.name,
            seller.legal_name && seller.legal_name !== seller.name ? seller.name : '',
            seller.address,
            seller.gstin && `GSTIN ${seller.gstin}`,
            seller.email,
            seller.phone,
          ],
        },
        { heading: 'Billed to', lines: [...addressLines(billingAddress), order.email, order.phone] },
        { heading: 'Delivered to', lines: addressLines(shippingAddress) },
      ],
    },
  ]
}

function linesOf({ order, lines }: Invoiced, names: Names, { locale }: Words): Block {
  const amount = (minor: number) => formatAmount(minor, order.currency, locale)
  const right = { align: 'right' } as const
  const has = { offer: order.discount > 0, coupon: order.coupon_discount > 0 }
  return {
    kind: 'table',
    size: 7.5,
    columns: [
      { name: 'Item' },
      { name: 'Pieces', width: 32, ...right },
      { name: `Price (${order.currency})`, width: 52, ...right },
      ...(has.offer ? [{ name: 'Offer', width: 48, ...right }] : []),
      ...(has.coupon ? [{ name: 'Coupon', width: 48, ...right }] : []),
      { name: 'Taxable value', width: 54, ...right },
      { name: 'GST', width: 30, ...right },
      ...names.map((name) => ({ name, width: 46, ...right })),
      { name: 'Total', width: 56, ...right },
    ],
    rows: lines.map((line) => {
      const { taxable, parts } = taxedOf(line, names.length)
      return [
        [line.name, optionsOf(line), line.sku].filter(Boolean).join('\n'),
        String(line.quantity),
        amount(line.price),
        ...(has.offer ? [amount(0 - line.discount)] : []),
        ...(has.coupon ? [amount(0 - line.coupon_discount)] : []),
        amount(taxable),
        percent(line.gst),
        ...parts.map(amount),
        amount(line.total),
      ]
    }),
  }
}

/** The same steps that the order shows, and what was paid of it. */
function sumsOf({ order }: Invoiced, { locale }: Words): Block {
  const money = (minor: number) => formatMoney(minor, order.currency, locale)
  const steps = totalSteps({ ...order, coupon: order.coupon_discount }, wordsFor(order, locale))
  const isOpen = ['confirmed', 'shipped', 'delivered'].includes(order.status) && order.paid < order.total
  return {
    kind: 'sums',
    rows: [
      ...steps.map(({ text, amount, contained }) => ({
        text,
        amount: money(amount),
        isContained: contained,
      })),
      { text: 'Total', amount: money(order.total), isTotal: true },
      ...(order.paid > 0 ? [{ text: 'Paid', amount: money(order.paid) }] : []),
      ...(order.refunded > 0 ? [{ text: 'Paid back', amount: money(order.refunded) }] : []),
      ...(isOpen ? [{ text: 'To be paid', amount: money(order.total - order.paid) }] : []),
    ],
  }
}

function ratesOf({ order, lines }: Invoiced, names: Names, { locale }: Words): Block {
  const amount = (minor: number) => formatAmount(minor, order.currency, locale)
  const { rates, all } = taxedByRate(lines, names.length)
  const row = (name: string, { taxable, parts, tax }: Taxed) => [
    name,
    amount(taxable),
    ...(parts.length > 1 ? parts.map(amount) : []),
    amount(tax),
  ]
  const columns = ['Taxable value', ...(names.length > 1 ? names : []), names.length > 1 ? 'GST' : names[0]]
  return {
    kind: 'table',
    size: 8,
    columns: [
      { name: 'GST by rate' },
      ...columns.map((name) => ({ name, width: 80, align: 'right' as const })),
    ],
    rows: rates.map((rate) => row(percent(rate.gst), rate)),
    foot: row('Sum', all),
  }
}

function notesOf(order: OrderRow, note: string): string {
  return [
    order.tax_included ? 'The prices contain GST.' : 'GST is added to the prices.',
    order.shipping > 0 ? 'Shipping is charged without GST.' : '',
    order.status === 'cancelled' ? 'This order was cancelled after the invoice was issued.' : '',
    note && `\n${note}`,
  ]
    .filter(Boolean)
    .join(' ')
}
