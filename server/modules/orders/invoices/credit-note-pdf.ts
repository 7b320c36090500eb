import type { ShopContext } from '#server/http/route.ts'
import { formatAmount, formatMoney } from '#server/modules/pricing/index.ts'
import type { PdfDocument } from '#server/platform/pdf/pdf-document.ts'
import type { OrderLineRow, OrderRow } from '../order/order.queries.ts'
import type { CreditNote } from './credit-note.queries.ts'
import { documentTaxNames, partiesBlock, rateText, taxTable } from './document-blocks.ts'
import { taxOf } from './invoice.rules.ts'
import type { IssuedInvoice } from './invoice.writes.ts'
import { documentCountries, formatDay, optionsText } from './labels.ts'

interface CreditNoteContent {
  note: CreditNote
  /** The invoice that it credits. */
  invoice: IssuedInvoice
  order: OrderRow
  lines: readonly OrderLineRow[]
}

/** The PDF of a credit note: what the invoice no longer charges, with its tax, as section 34 of the CGST Act asks. */
export function creditNotePdf(
  { note, invoice, order, lines }: CreditNoteContent,
  format: Pick<ShopContext, 'locale' | 'timeZone'>,
): PdfDocument {
  const { seller } = invoice
  const names = documentTaxNames(order, invoice)
  const amount = (minor: number) => formatAmount(minor, order.currency, format.locale)
  const right = { align: 'right' } as const
  const sellerName = seller.legal_name || seller.name
  const facts = [
    ['Credit note number', note.number],
    ['Date', formatDay(note.issuedAt, format)],
    ['For invoice', `${invoice.number} of ${formatDay(invoice.issuedAt, format)}`],
    ['Order', order.serial],
    ['Reason', note.reason === 'refund' ? 'Refund' : 'Order ended'],
  ] as const
  const line = (position: number | null) => lines.find((each) => each.position === position)
  return {
    title: `Credit note ${note.number}`,
    author: sellerName,
    countries: documentCountries(invoice.shippingAddress, format),
    blocks: [
      { kind: 'title', text: 'Credit note', beside: sellerName },
      { kind: 'columns', columns: facts.map(([heading, text]) => ({ heading, lines: [text] })) },
      partiesBlock(invoice, order),
      {
        kind: 'table',
        size: 7.5,
        columns: [
          { name: 'Item' },
          { name: `Taxable value (${order.currency})`, width: 70, ...right },
          { name: order.tax_name, width: 40, ...right },
          ...names.map((name) => ({ name, width: 56, ...right })),
          { name: 'Total', width: 66, ...right },
        ],
        rows: note.lines.map((part) => {
          const item = line(part.position)
          const { taxable, parts } = taxOf(part, names.length)
          const name = item
            ? [item.name, optionsText(item), item.sku, item.hsn].filter(Boolean).join('\n')
            : order.shipping_name
          return [name, amount(taxable), rateText(part.rate), ...parts.map(amount), amount(part.total)]
        }),
      },
      {
        kind: 'sums',
        rows: [
          { text: 'Credited', amount: formatMoney(note.total, order.currency, format.locale), isTotal: true },
        ],
      },
      ...(note.tax > 0 ? [taxTable(note.lines, order, names, format)] : []),
      { kind: 'text', text: [order.tax_note, seller.note].filter(Boolean).join('\n') },
    ],
  }
}
