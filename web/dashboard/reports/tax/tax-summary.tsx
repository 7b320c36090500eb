import { Link } from 'react-router'
import { dashboardLinks } from '#contract/dashboard-links.ts'
import type { TaxReport } from '#contract/reports/tax-report.ts'
import { money, type MoneyFormat } from '#web/lib/format/money.ts'

interface SummaryProps {
  report: TaxReport
  format: MoneyFormat
}

/** The tax of the period, by its names on the documents. */
export function TaxTotals({ report: { totals }, format }: SummaryProps) {
  const parts = totals.parts.filter(({ amount }) => amount !== 0)
  const figures = [
    ['Tax', totals.tax],
    ...(parts.length > 1 ? parts.map(({ name, amount }) => [name, amount] as const) : []),
    ['Taxable value', totals.taxable],
    ['Total', totals.total],
  ] as const
  return (
    <ul className="mb-6 grid gap-3 min-[26rem]:grid-cols-2 xl:grid-cols-6">
      {figures.map(([name, value]) => (
        <li key={name} className="min-w-0 rounded-xs border border-line bg-card p-4">
          <p className="text-sm text-quiet">{name}</p>
          <p className="font-display text-xl wrap-anywhere tabular">{money(value, format)}</p>
        </li>
      ))}
    </ul>
  )
}

/** Orders without an invoice, and the same sums from orders, payments and refunds. */
export function TaxProof({
  report: { notInvoiced, proof, totals, period, elsewhere },
  format,
}: SummaryProps) {
  const text = (amount: number) => money(amount, format)
  return (
    <section aria-labelledby="proof" className="mt-8 max-w-prose text-sm">
      {notInvoiced.orders > 0 && (
        <p className="mb-4">
          Not invoiced yet, and not included:{' '}
          <Link
            to={dashboardLinks.taxDocuments({ ...period, kind: 'not_invoiced' })}
            className="underline underline-offset-4"
          >
            {countText(notInvoiced.orders, 'order')}
          </Link>{' '}
          of {text(notInvoiced.total)} with {text(notInvoiced.tax)} of tax.
        </p>
      )}
      <h2 id="proof" className="font-display text-lg">
        {proof.agrees ? 'All sums agree' : 'The sums do not agree'}
      </h2>
      <p className="mt-1 text-quiet">
        The lines above add up to {text(totals.total)}, the printed totals of{' '}
        {countText(totals.invoices, 'invoice')} minus {countText(totals.creditNotes, 'credit note')} to{' '}
        {text(proof.documents.total)}. Until today, {countText(proof.orders, 'order')} behind them had
        invoices of {text(proof.invoiced)} and credit notes of {text(proof.credited)}; {text(proof.paid)} was
        paid, {text(proof.refunded)} refunded, and {text(proof.due)} is still due.
      </p>
      {!proof.agrees && (
        <p className="mt-2 font-medium text-danger">
          A refund or a credit note is missing.{' '}
          <Link to={dashboardLinks.reconciliation()} className="underline underline-offset-4">
            Reconciliation
          </Link>{' '}
          names the orders.
        </p>
      )}
      <p className="mt-2 text-quiet">
        Invoices and credit notes count on the day they were issued.
        {elsewhere > 0 && ` Not included: ${elsewhere} documents in another currency.`}
      </p>
    </section>
  )
}

/** "1 invoice", "3 invoices". */
const countText = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`
