import { Link } from 'react-router'
import { dashboardLinks } from '#contract/dashboard-links.ts'
import type { TaxDocument, TaxReportKind, TaxRow } from '#contract/reports/tax-report.ts'
import { formatDate } from '#web/lib/format/dates.ts'
import { money, type MoneyFormat } from '#web/lib/format/money.ts'
import type { Column } from '#web/ui/table/column.ts'

interface Days {
  from: string
  to: string
}

const linkStyle = 'underline underline-offset-4'

const codeTexts: Readonly<Record<string, string>> = { delivery: 'Delivery', none: 'No code' }

/** "Maharashtra, India: CGST + SGST, 18%" or "6912, 18%". */
export const taxRowName = ({ place, name, code, rate }: TaxRow): string =>
  place ? `${place}: ${name}, ${rate}%` : `${codeTexts[code] ?? code}, ${rate}%`

/** The documents that a row adds up. */
const documentsOf = ({ country, state, name, code, rate }: TaxRow, days: Days) =>
  dashboardLinks.taxDocuments({
    ...days,
    ...(country ? { country, state: state || undefined, name } : { code }),
    // As text: a link leaves out the number 0.
    rate: String(rate),
  })

export function taxColumns(by: TaxReportKind, format: MoneyFormat, days: Days): Column<TaxRow>[] {
  const amount = (id: 'taxable' | 'tax' | 'total', name: string) => ({
    id,
    name,
    align: 'end' as const,
    cell: (row: TaxRow) => money(row[id], format),
  })
  return [
    by === 'place'
      ? { id: 'place', name: 'Place', cell: (row) => row.place }
      : { id: 'code', name: 'Commodity code', cell: ({ code }) => codeTexts[code] ?? code },
    ...(by === 'place'
      ? [{ id: 'name', name: 'Tax type', cell: (row: TaxRow) => row.name }]
      : [{ id: 'units', name: 'Units', align: 'end' as const, cell: (row: TaxRow) => row.units ?? '–' }]),
    { id: 'rate', name: 'Rate', align: 'end', cell: ({ rate }) => `${rate}%` },
    amount('taxable', 'Taxable value'),
    amount('tax', 'Tax'),
    amount('total', 'Total'),
    {
      id: 'documents',
      name: 'Documents',
      align: 'end',
      cell: (row) => {
        const count = row.invoices + row.creditNotes
        return (
          <Link
            to={documentsOf(row, days)}
            className={linkStyle}
            aria-label={`${count} documents of ${taxRowName(row)}`}
          >
            {count}
          </Link>
        )
      },
    },
  ]
}

const kindTexts = { invoice: 'Invoice', credit_note: 'Credit note', not_invoiced: 'Not invoiced yet' }

export function documentColumns(format: MoneyFormat & { timeZone: string }): Column<TaxDocument>[] {
  const amount = (id: 'taxable' | 'tax' | 'total', name: string) => ({
    id,
    name,
    align: 'end' as const,
    cell: (row: TaxDocument) => money(row[id], format),
  })
  return [
    { id: 'date', name: 'Date', cell: ({ issuedAt }) => formatDate(issuedAt, format) },
    {
      id: 'document',
      name: 'Document',
      cell: ({ kind, number, serial, order }) =>
        number === null ? (
          <span className="text-quiet">{kindTexts[kind]}</span>
        ) : (
          <a
            href={serial === null ? dashboardLinks.invoice(order) : dashboardLinks.creditNote(order, serial)}
            className={linkStyle}
          >
            {kindTexts[kind]} {number}
          </a>
        ),
    },
    {
      id: 'order',
      name: 'Order',
      cell: ({ order, orderSerial }) => (
        <Link to={dashboardLinks.order(order)} className={linkStyle}>
          {orderSerial}
        </Link>
      ),
    },
    { id: 'customer', name: 'Customer', cell: ({ customer }) => customer },
    amount('taxable', 'Taxable value'),
    amount('tax', 'Tax'),
    amount('total', 'Total'),
  ]
}
