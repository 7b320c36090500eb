import type { TaxReportKind } from '#contract/reports/tax-report.ts'
import type { ShopContext } from '#server/http/route.ts'
import { dayIn } from '#server/modules/tax/index.ts'
import { toCsv, type CsvCell } from '#server/platform/table-files/write-csv.ts'
import { amountCell } from '../amount-cell.ts'
import { placeText } from './labels.ts'
import type { TaxDocumentRow } from './tax-documents.queries.ts'
import type { TaxReportRow } from './tax-report.queries.ts'

/** The rows of a report with a column for each name of a tax, such as CGST, SGST and IGST. */
export function reportCsv(
  rows: readonly TaxReportRow[],
  by: TaxReportKind,
  currency: string,
): Uint8Array<ArrayBuffer> {
  const names = [...new Set(rows.flatMap(({ parts }) => Object.keys(parts)))].toSorted()
  const amounts = ['Taxable value', 'Tax', ...names, 'Total'].map((name) => `${name} (${currency})`)
  const keys = by === 'code' ? ['Commodity code', 'Units'] : ['Place', 'Country', 'State', 'Tax']
  const head = [...keys, 'Rate (%)', ...amounts, 'Invoices', 'Credit notes']
  const lines = rows.map((row): CsvCell[] => [
    ...(by === 'code' ? [row.code, row.units] : [placeText(row), row.country, row.state, row.name]),
    row.rate / 10_000,
    amountCell(row.taxable, currency),
    amountCell(row.tax, currency),
    ...names.map((name) => amountCell(row.parts[name] ?? 0, currency)),
    amountCell(row.taxable + row.tax, currency),
    row.invoices,
    row.creditNotes,
  ])
  return toCsv([head, ...lines])
}

/** Documents with the amounts that belong to a figure. */
export function documentsCsv(
  rows: readonly TaxDocumentRow[],
  { currency, timeZone }: Pick<ShopContext, 'currency' | 'timeZone'>,
): Uint8Array<ArrayBuffer> {
  const amounts = ['Taxable value', 'Tax', 'Total'].map((name) => `${name} (${currency})`)
  const head = ['Date', 'Document', 'Number', 'Order', 'Customer', 'Tax number', ...amounts]
  const lines = rows.map((row): CsvCell[] => [
    dayIn(timeZone, row.issuedAt),
    kindNames[row.kind],
    row.number ?? '',
    row.orderSerial,
    row.customer,
    row.taxId,
    amountCell(row.taxable, currency),
    amountCell(row.tax, currency),
    amountCell(row.taxable + row.tax, currency),
  ])
  return toCsv([head, ...lines])
}

const kindNames: Record<TaxDocumentRow['kind'], string> = {
  invoice: 'Invoice',
  credit_note: 'Credit note',
  not_invoiced: 'Not invoiced yet',
}
