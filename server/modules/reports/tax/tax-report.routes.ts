import {
  exportTaxReport,
  getTaxDocuments,
  getTaxReport,
  type TaxDocument,
  type TaxReport,
  type TaxRow,
} from '#contract/reports/tax-report.ts'
import type { Database } from '#server/db/connect.ts'
import { route, type ShopContext } from '#server/http/route.ts'
import { toMajor } from '#server/modules/pricing/index.ts'
import { dayIn } from '#server/modules/tax/index.ts'
import { findPeriod, type Period } from '../period.ts'
import { placeText } from './labels.ts'
import { documentsCsv, reportCsv } from './tax-csv.ts'
import { listTaxDocuments, type TaxDocumentRow } from './tax-documents.queries.ts'
import {
  readNotInvoiced,
  readTaxProof,
  readTaxReport,
  sumTax,
  type TaxReportRow,
  type TaxSums,
} from './tax-report.queries.ts'

/** Tax reports for staff. */
export const taxReportRoutes = [
  route(getTaxReport, async ({ by, ...days }, { db, shop }) => {
    const period = await findTaxPeriod(db, shop, days)
    const [rows, proof, notInvoiced] = await Promise.all([
      readTaxReport(db, shop, period, by),
      readTaxProof(db, shop, period),
      readNotInvoiced(db, shop, period),
    ])
    const money = (minor: number) => toMajor(minor, shop.currency)
    const sums = sumTax(rows)
    const agrees =
      sums.tax === proof.tax &&
      sums.taxable + sums.tax === proof.total &&
      proof.invoiced - proof.credited === proof.paid - proof.refunded + proof.due
    return {
      data: rows.map((row) => toTaxRow(row, by === 'code', shop.currency)),
      currency: shop.currency,
      period: { from: period.from, to: period.to },
      totals: { ...toTaxSums(sums, shop.currency), invoices: proof.invoices, creditNotes: proof.creditNotes },
      notInvoiced: {
        orders: notInvoiced.orders,
        taxable: money(notInvoiced.taxable),
        tax: money(notInvoiced.tax),
        total: money(notInvoiced.taxable + notInvoiced.tax),
      },
      proof: {
        documents: { total: money(proof.total), tax: money(proof.tax) },
        orders: proof.orders,
        invoiced: money(proof.invoiced),
        credited: money(proof.credited),
        paid: money(proof.paid),
        refunded: money(proof.refunded),
        due: money(proof.due),
        agrees,
      },
      elsewhere: proof.elsewhere,
    } satisfies TaxReport
  }),

  route(getTaxDocuments, async ({ page, limit, from, to, ...filter }, { db, shop }) => {
    const period = await findTaxPeriod(db, shop, { from, to })
    const paging = { limit, offset: (page - 1) * limit }
    const { rows, total, sums } = await listTaxDocuments(db, shop, period, filter, paging)
    return {
      data: rows.map((row) => toTaxDocument(row, shop.currency)),
      total,
      currency: shop.currency,
      period: { from: period.from, to: period.to },
      sums: {
        taxable: toMajor(sums.taxable, shop.currency),
        tax: toMajor(sums.tax, shop.currency),
        total: toMajor(sums.taxable + sums.tax, shop.currency),
      },
    }
  }),

  route(exportTaxReport, async ({ by, from, to, ...filter }, { db, shop }) => {
    const period = await findTaxPeriod(db, shop, { from, to })
    const name = `tax-by-${by}_${period.from}_${period.to}.csv`
    if (by !== 'document')
      return { name, bytes: reportCsv(await readTaxReport(db, shop, period, by), by, shop.currency) }
    const { rows } = await listTaxDocuments(db, shop, period, filter, { limit: null, offset: 0 })
    return { name, bytes: documentsCsv(rows, shop) }
  }),
]

/** Default: from the first day of the month of the last day. */
function findTaxPeriod(
  db: Database,
  { timeZone }: ShopContext,
  { from, to }: { from?: string | undefined; to?: string | undefined },
): Promise<Period> {
  const last = to ?? dayIn(timeZone, new Date())
  return findPeriod(db, timeZone, { from: from ?? `${last.slice(0, 8)}01`, to: last })
}

const toTaxSums = ({ taxable, tax, parts }: TaxSums, currency: string) => ({
  taxable: toMajor(taxable, currency),
  tax: toMajor(tax, currency),
  total: toMajor(taxable + tax, currency),
  parts: Object.entries(parts).map(([name, amount]) => ({ name, amount: toMajor(amount, currency) })),
})

function toTaxRow(row: TaxReportRow, isByCode: boolean, currency: string): TaxRow {
  const { country, state, code, name, rate, units, invoices, creditNotes } = row
  return {
    ...toTaxSums(row, currency),
    place: placeText(row),
    country,
    state,
    code,
    name,
    rate: rate / 10_000,
    units: isByCode && code !== 'delivery' ? units : null,
    invoices,
    creditNotes,
  }
}

function toTaxDocument(row: TaxDocumentRow, currency: string): TaxDocument {
  const { kind, order, orderSerial, customer, taxId, taxable, tax } = row
  return {
    kind,
    number: row.number,
    serial: kind === 'credit_note' ? (row.number ?? '').replaceAll('/', '-') : null,
    issuedAt: row.issuedAt.toISOString(),
    order,
    orderSerial,
    customer,
    taxId,
    taxable: toMajor(taxable, currency),
    tax: toMajor(tax, currency),
    total: toMajor(taxable + tax, currency),
  }
}
