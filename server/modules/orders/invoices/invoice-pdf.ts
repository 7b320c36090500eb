import type { ShopContext } from '#server/http/route.ts'
import { formatAmount, formatMoney, totalSteps } from '#server/modules/pricing/index.ts'
import type { Block, PdfDocument } from '#server/platform/pdf/pdf-document.ts'
import { stepFormat } from '../orders/order-view.ts'
import type { OrderLineRow, OrderRow } from '../orders/order.queries.ts'
import { taxByRate, taxOf, type TaxedAmount } from './invoice.rules.ts'
import type { IssuedInvoice } from './invoice.writes.ts'
import { addressLines, formatDay, optionsText } from './labels.ts'
import { placeOfSupply, taxNames } from './place-of-supply.ts'

interface InvoiceContent {
  invoice: IssuedInvoice
  order: OrderRow
  lines: readonly OrderLineRow[]
  /** Display name of the payment method. */
  paymentName: string
}

type Format = Pick<ShopContext, 'locale' | 'timeZone'>
type TaxNames = ReturnType<typeof taxNames>

const percent = (hundredths: number) => `${hundredths / 100}%`

/** The PDF of an invoice. All amounts are those of the order, to the minor unit. */
export function invoicePdf(content: InvoiceContent, format: Format): PdfDocument {
  const { invoice, order } = content
  const { seller } = invoice
  const names = taxNames(seller, invoice.shippingAddress)
  const sellerName = seller.legal_name || seller.name
  const kind = seller.gstin ? 'Tax invoice' : 'Invoice'
  return {
    title: `${kind} ${invoice.number}`,
    author: sellerName,
    blocks: [
      { kind: 'title', text: kind, beside: sellerName },
      ...headerBlocks(content, format),
      lineTable(content, names, format),
      totalsBlock(content, format),
      ...(order.tax > 0 ? [taxTable(content, names, format)] : []),
      { kind: 'text', text: notes(order, seller.note) },
    ],
  }
}

function headerBlocks({ invoice, order, paymentName }: InvoiceContent, format: Format): Block[] {
  const { seller, billingAddress, shippingAddress } = invoice
  const facts = [
    ['Invoice number', [invoice.number]],
    ['Invoice date', [formatDay(invoice.issuedAt, format)]],
    ['Order', [order.serial, formatDay(order.placed_at, format)]],
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
        { heading: 'Bill to', lines: [...addressLines(billingAddress), order.email, order.phone] },
        { heading: 'Ship to', lines: addressLines(shippingAddress) },
      ],
    },
  ]
}

function lineTable({ order, lines }: InvoiceContent, names: TaxNames, { locale }: Format): Block {
  const amount = (minor: number) => formatAmount(minor, order.currency, locale)
  const right = { align: 'right' } as const
  const has = { offer: order.discount > 0, coupon: order.coupon_discount > 0 }
  return {
    kind: 'table',
    size: 7.5,
    columns: [
      { name: 'Item' },
      { name: 'Qty', width: 32, ...right },
      { name: `Price (${order.currency})`, width: 52, ...right },
      ...(has.offer ? [{ name: 'Offer', width: 48, ...right }] : []),
      ...(has.coupon ? [{ name: 'Coupon', width: 48, ...right }] : []),
      { name: 'Taxable value', width: 54, ...right },
      { name: 'GST', width: 30, ...right },
      ...names.map((name) => ({ name, width: 46, ...right })),
      { name: 'Total', width: 56, ...right },
    ],
    rows: lines.map((line) => {
      const { taxable, parts } = taxOf(line, names.length)
      return [
        [line.name, optionsText(line), line.sku].filter(Boolean).join('\n'),
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

/** The price calculation that the order page shows, and what was paid. */
function totalsBlock({ order }: InvoiceContent, { locale }: Format): Block {
  const money = (minor: number) => formatMoney(minor, order.currency, locale)
  const steps = totalSteps({ ...order, coupon: order.coupon_discount }, stepFormat(order, locale))
  const isDue = ['confirmed', 'shipped', 'delivered'].includes(order.status) && order.paid < order.total
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
      ...(order.refunded > 0 ? [{ text: 'Refunded', amount: money(order.refunded) }] : []),
      ...(isDue ? [{ text: 'Amount due', amount: money(order.total - order.paid) }] : []),
    ],
  }
}

function taxTable({ order, lines }: InvoiceContent, names: TaxNames, { locale }: Format): Block {
  const amount = (minor: number) => formatAmount(minor, order.currency, locale)
  const { rates, total } = taxByRate(lines, names.length)
  const row = (name: string, { taxable, parts, tax }: TaxedAmount) => [
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
    foot: row('Total', total),
  }
}

function notes(order: OrderRow, sellerNote: string): string {
  return [
    order.tax_included ? 'Prices include GST.' : 'Prices exclude GST.',
    order.shipping > 0 ? 'No GST is charged on shipping.' : '',
    order.status === 'cancelled' ? 'This order was cancelled after the invoice was issued.' : '',
    sellerNote && `\n${sellerNote}`,
  ]
    .filter(Boolean)
    .join(' ')
}
