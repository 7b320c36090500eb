import type { ShopContext } from '#server/http/route.ts'
import type { PdfDocument } from '#server/platform/pdf/pdf-document.ts'
import { documentTaxNames, partiesBlock, taxTable } from './document-blocks.ts'
import { lineTable, priceNotes, taxedParts, totalsBlock, type InvoiceContent } from './invoice-pdf.ts'
import { documentCountries, formatDay, formatMoment } from './labels.ts'

interface ProForma extends InvoiceContent {
  /** The number of the order or of the draft, as people say it. */
  reference: string
  /** Until when the shop holds the items; null: it does not. */
  validUntil: Date | null
}

/** What an order would cost, for a customer who needs a paper before paying. It is no invoice, and has no number of one. */
export function proFormaPdf(
  content: ProForma,
  format: Pick<ShopContext, 'locale' | 'timeZone'>,
): PdfDocument {
  const { invoice, order, paymentName, reference, validUntil } = content
  const { seller } = invoice
  const sellerName = seller.legal_name || seller.name
  const names = documentTaxNames(order, invoice)
  const facts = [
    ['Date', formatDay(invoice.issuedAt, format)],
    ['Order', reference],
    ...(validUntil ? [['Valid until', formatMoment(validUntil, format)] as const] : []),
    ['Payment', paymentName],
  ] as const
  return {
    title: `Pro forma invoice ${reference}`,
    author: sellerName,
    countries: documentCountries(invoice.shippingAddress, format),
    blocks: [
      { kind: 'title', text: 'Pro forma invoice', beside: sellerName },
      { kind: 'text', text: 'This is not a tax invoice. The invoice follows once the order is confirmed.' },
      { kind: 'columns', columns: facts.map(([heading, line]) => ({ heading, lines: [line] })) },
      partiesBlock(invoice, order),
      lineTable(content, names, format),
      totalsBlock(content, names, format),
      ...(order.tax > 0 ? [taxTable(taxedParts(content), order, names, format)] : []),
      {
        kind: 'text',
        text: [
          ...priceNotes(order),
          validUntil === null && 'The items are not reserved, and prices may change.',
        ]
          .filter(Boolean)
          .join(' '),
      },
    ],
  }
}
