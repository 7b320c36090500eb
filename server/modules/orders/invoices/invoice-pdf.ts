import type { ShopContext } from '#server/http/route.ts'
import { formatAmount, formatMoney, totalSteps } from '#server/modules/pricing/index.ts'
import { placeOfSupply, taxNames } from '#server/modules/tax/index.ts'
import type { Block, PdfDocument } from '#server/platform/pdf/pdf-document.ts'
import { stepFormat } from '../orders/order-view.ts'
import type { OrderLineRow, OrderRow } from '../orders/order.queries.ts'
import { deliveryParts, lineParts, taxByRate, taxOf, type TaxedAmount } from './invoice.rules.ts'
import type { IssuedInvoice } from './invoice.writes.ts'
import { addressLines, formatDay, optionsText } from './labels.ts'

interface InvoiceContent {
  invoice: IssuedInvoice
  order: OrderRow
  lines: readonly OrderLineRow[]
  /** Display name of the payment method. */
  paymentName: string
}

type Format = Pick<ShopContext, 'locale' | 'timeZone'>
type TaxNames = readonly [string] | readonly [string, string]

/** A rate in millionths as `18%`. */
const percent = (rate: number) => `${rate / 10_000}%`

/** The PDF of an invoice. All amounts are those of the order, to the minor unit. */
export function invoicePdf(content: InvoiceContent, format: Format): PdfDocument {
  const { invoice, order } = content
  const { seller } = invoice
  // CGST, SGST and IGST follow from the two states; taxes of other countries have one name.
  const isIndian = order.tax_name === 'GST' && order.currency === 'INR'
  const names: TaxNames = isIndian ? taxNames(seller, invoice.shippingAddress) : [order.tax_name]
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
      { name: order.tax_name, width: 34, ...right },
      ...names.map((name) => ({ name, width: 46, ...right })),
      { name: 'Total', width: 56, ...right },
    ],
    rows: [
      ...lines.map((line) => {
        const { taxable, parts } = taxOf(line, names.length)
        return [
          [line.name, optionsText(line), line.sku, line.hsn && `${codeName(order)} ${line.hsn}`]
            .filter(Boolean)
            .join('\n'),
          String(line.quantity),
          amount(line.price),
          ...(has.offer ? [amount(0 - line.discount)] : []),
          ...(has.coupon ? [amount(0 - line.coupon_discount)] : []),
          amount(taxable),
          percent(line.tax_rate),
          ...parts.map(amount),
          amount(line.total),
        ]
      }),
      ...deliveryParts(order).map((part) => {
        const { taxable, parts } = taxOf(part, names.length)
        return [
          order.shipping_name,
          '1',
          amount(order.tax_included ? part.total : taxable),
          ...(has.offer ? [''] : []),
          ...(has.coupon ? [''] : []),
          amount(taxable),
          percent(part.rate),
          ...parts.map(amount),
          amount(part.total),
        ]
      }),
    ],
  }
}

const codeName = ({ currency }: OrderRow) => (currency === 'INR' ? 'HSN' : 'Commodity code')

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
  const { rates, total } = taxByRate([...lineParts(lines), ...deliveryParts(order)], names.length)
  const row = (name: string, { taxable, parts, tax }: TaxedAmount) => [
    name,
    amount(taxable),
    ...(parts.length > 1 ? parts.map(amount) : []),
    amount(tax),
  ]
  const columns = [
    'Taxable value',
    ...(names.length > 1 ? names : []),
    names.length > 1 ? order.tax_name : names[0],
  ]
  return {
    kind: 'table',
    size: 8,
    columns: [
      { name: `${order.tax_name} by rate` },
      ...columns.map((name) => ({ name, width: 80, align: 'right' as const })),
    ],
    rows: rates.map((rate) => row(percent(rate.rate), rate)),
    foot: row('Total', total),
  }
}

function notes(order: OrderRow, sellerNote: string): string {
  return [
    order.tax > 0 && `Prices ${order.tax_included ? 'include' : 'exclude'} ${order.tax_name}.`,
    order.tax > 0 &&
      order.shipping > 0 &&
      order.shipping_tax === 0 &&
      `No ${order.tax_name} is charged on shipping.`,
    order.tax_note,
    order.status === 'cancelled' ? 'This order was cancelled after the invoice was issued.' : '',
    sellerNote && `\n${sellerNote}`,
  ]
    .filter(Boolean)
    .join(' ')
}
