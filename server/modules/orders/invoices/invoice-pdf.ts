import type { ShopContext } from '#server/http/route.ts'
import { formatAmount, formatMoney, totalSteps } from '#server/modules/pricing/index.ts'
import { placeOfSupply, supplyAddress } from '#server/modules/tax/index.ts'
import type { Block, PdfDocument } from '#server/platform/pdf/pdf-document.ts'
import { paidByText, type PaidByCredit } from '../credit/credit-view.ts'
import { amountDue, hasEnded, paidDeposit } from '../order/order.rules.ts'
import { stepFormat } from '../order/order-view.ts'
import type { OrderLineRow, OrderRow } from '../order/order.queries.ts'
import {
  documentTaxNames,
  isIndian,
  partiesBlock,
  rateText,
  taxTable,
  type TaxNames,
} from './document-blocks.ts'
import { rupeesInWords } from './amount-in-words.ts'
import { deliveryParts, lineParts, taxByRate, taxOf } from './invoice.rules.ts'
import type { IssuedInvoice } from './invoice.writes.ts'
import { documentCountries, formatDay, optionsText } from './labels.ts'

/** The columns of an order that documents print. A draft has them before it is an order. */
export type PricedOrder = Pick<
  OrderRow,
  | 'status'
  | 'currency'
  | 'email'
  | 'phone'
  | 'placed_at'
  | 'shipping_method'
  | 'shipping_name'
  | 'shipping_taxes'
  | 'tax_included'
  | 'tax_name'
  | 'tax_note'
  | 'coupon_code'
  | 'discount_reason'
  | 'subtotal'
  | 'discount'
  | 'coupon_discount'
  | 'shipping'
  | 'cash_fee'
  | 'deposit'
  | 'shipping_tax'
  | 'tax'
  | 'total'
  | 'paid'
  | 'refunded'
  | 'excess_refunded'
  | 'authorized'
>

type PricedLine = Pick<
  OrderLineRow,
  | 'name'
  | 'options'
  | 'sku'
  | 'hsn'
  | 'quantity'
  | 'price'
  | 'discount'
  | 'coupon_discount'
  | 'tax_rate'
  | 'tax'
  | 'total'
>

export interface InvoiceContent {
  /** What gift cards and store credit have paid. */
  credits?: readonly PaidByCredit[]
  invoice: IssuedInvoice
  order: PricedOrder
  lines: readonly PricedLine[]
  /** Display name of the payment method. */
  paymentName: string
}

type Format = Pick<ShopContext, 'locale' | 'timeZone'>

/** The PDF of an invoice. All amounts are those of the order, to the minor unit. */
export function invoicePdf(
  content: InvoiceContent & { order: Pick<OrderRow, 'serial'> },
  format: Format,
): PdfDocument {
  const { invoice, order } = content
  const { seller } = invoice
  const names = documentTaxNames(order, invoice)
  const sellerName = seller.legal_name || seller.name
  const kind = isTaxInvoice(seller) ? 'Tax invoice' : 'Invoice'
  return {
    title: `${kind} ${invoice.number}`,
    author: sellerName,
    countries: documentCountries(invoice.shippingAddress, format),
    blocks: [
      { kind: 'title', text: kind, beside: sellerName },
      ...headerBlocks(content, format),
      lineTable(content, names, format),
      totalsBlock(content, names, format),
      ...(order.tax > 0 ? [taxTable(taxedParts(content), order, names, format)] : []),
      { kind: 'text', text: notes(order, seller.note) },
    ],
  }
}

/** India, Australia and Singapore ask sellers who charge GST for this title. */
const isTaxInvoice = ({ gstin, tax_numbers: numbers }: IssuedInvoice['seller']): boolean =>
  gstin !== '' || numbers.some(({ kind }) => kind === 'abn' || kind === 'uen')

function headerBlocks(
  { invoice, order, paymentName }: InvoiceContent & { order: Pick<OrderRow, 'serial'> },
  format: Format,
): Block[] {
  const facts = [
    ['Invoice number', [invoice.number]],
    ['Invoice date', [formatDay(invoice.issuedAt, format)]],
    ['Order', [order.serial, formatDay(order.placed_at, format)]],
    ...(isIndian(order) ? [['Place of supply', [placeOfSupply(supplyAddress(invoice))]] as const] : []),
    ['Payment', [paymentName]],
  ] as const
  return [
    { kind: 'columns', columns: facts.map(([heading, lines]) => ({ heading, lines })) },
    partiesBlock(invoice, order),
  ]
}

/** The items and the delivery with their taxes. */
export function lineTable({ order, lines }: InvoiceContent, names: TaxNames, { locale }: Format): Block {
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
      ...(has.coupon ? [{ name: order.discount_reason ? 'Discount' : 'Coupon', width: 48, ...right }] : []),
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
          rateText(line.tax_rate),
          ...parts.map(amount),
          amount(line.total),
        ]
      }),
      ...deliveryParts(order).map((part) => {
        const { taxable, parts } = taxOf(part, names.length)
        return [
          order.cash_fee > 0 ? `${order.shipping_name}, with cash on delivery fee` : order.shipping_name,
          '1',
          amount(order.tax_included ? part.total : taxable),
          ...(has.offer ? [''] : []),
          ...(has.coupon ? [''] : []),
          amount(taxable),
          rateText(part.rate),
          ...parts.map(amount),
          amount(part.total),
        ]
      }),
    ],
  }
}

const codeName = ({ currency }: PricedOrder) => (currency === 'INR' ? 'HSN' : 'Commodity code')

/** The price calculation that the order page shows, and what was paid. */
export function totalsBlock(content: InvoiceContent, names: TaxNames, { locale }: Format): Block {
  const { order, credits = [] } = content
  const money = (minor: number) => formatMoney(minor, order.currency, locale)
  // A gift card is a payment and no discount: total and tax are the same without it.
  const otherPaid = order.paid - credits.reduce((sum, { amount }) => sum + amount, 0)
  // A contained tax is the one that the table below prints.
  const tax = order.tax_included ? taxByRate(taxedParts(content), names.length).total.tax : order.tax
  const steps = totalSteps(
    { ...order, tax, coupon: order.coupon_discount, cashFee: order.cash_fee },
    stepFormat(order, locale),
  )
  const isDue = !hasEnded(order) && amountDue(order) > 0
  const hasDeposit = paidDeposit(order) > 0
  return {
    kind: 'sums',
    rows: [
      ...steps.map(({ text, amount, contained }) => ({
        text,
        amount: money(amount),
        isContained: contained,
      })),
      { text: 'Total', amount: money(order.total), isTotal: true },
      ...credits.map(({ name, amount }) => ({ text: paidByText(name), amount: money(amount) })),
      ...(otherPaid > 0 ? [{ text: hasDeposit ? 'Deposit paid' : 'Paid', amount: money(otherPaid) }] : []),
      ...(order.refunded > 0 ? [{ text: 'Refunded', amount: money(order.refunded) }] : []),
      ...(isDue
        ? [{ text: hasDeposit ? 'Due on delivery' : 'Amount due', amount: money(amountDue(order)) }]
        : []),
    ],
  }
}

export const taxedParts = ({ order, lines }: InvoiceContent) => [...lineParts(lines), ...deliveryParts(order)]

/** What the prices contain. */
export const priceNotes = (order: PricedOrder): (string | false)[] => [
  isIndian(order) && `${rupeesInWords(order.total)}.`,
  order.tax > 0 && `Prices ${order.tax_included ? 'include' : 'exclude'} ${order.tax_name}.`,
  order.tax > 0 &&
    order.shipping > 0 &&
    order.shipping_tax === 0 &&
    `No ${order.tax_name} is charged on shipping.`,
  order.tax_note,
]

const notes = (order: PricedOrder, sellerNote: string): string =>
  [
    ...priceNotes(order),
    order.status === 'cancelled' ? 'This order was cancelled after the invoice was issued.' : '',
    sellerNote && `\n${sellerNote}`,
  ]
    .filter(Boolean)
    .join(' ')
