import { sql } from 'kysely'
import type { TaxReportKind } from '#contract/reports/tax-report.ts'
import type { Database } from '#server/db/connect.ts'
import { taxPartNames } from '#server/modules/tax/index.ts'
import type { Period } from '../period.ts'
import { isSold, type ReportShop } from '../sales-sql.ts'
import { signOf, sumsOfParts, withDocumentParts } from './document-parts.ts'

/** Amounts in minor units: invoices minus credit notes. */
export interface TaxSums {
  taxable: number
  tax: number
  /** The tax by its names on the documents. */
  parts: Record<string, number>
  invoices: number
  creditNotes: number
}

export interface TaxReportRow extends TaxSums {
  /** Empty in a report by code, as `state` and `name`. */
  country: string
  state: string
  /** Empty in a report by place. */
  code: string
  name: string
  /** Millionths. */
  rate: number
  units: number
}

interface Group {
  country: string
  state: string
  name: string
  code: string
  rate: number
  taxable: number
  tax: number
  /** The first of two halves of the tax, or all of it. */
  first: number
  units: number
  invoices: number
  creditNotes: number
}

/** The tax of the documents of a period, by place and rate or by commodity code and rate, and the totals of all documents. */
export async function readTaxReport(
  db: Database,
  shop: ReportShop,
  period: Period,
  by: TaxReportKind,
): Promise<TaxReportRow[]> {
  const place = by === 'place' ? sql`country, state` : sql`'' as country, '' as state`
  const code = by === 'code' ? sql`code` : sql`'' as code`
  // First by document, so that a document with several lines counts once in a row.
  const { rows } = await sql<Group>`
    ${withDocumentParts(shop, period)}
    select country, state, name, code, rate, sum(taxable)::bigint as taxable, sum(tax)::bigint as tax,
      sum(first)::bigint as first, sum(units)::bigint as units,
      count(*) filter (where kind = 'invoice')::int as invoices,
      count(*) filter (where kind = 'credit_note')::int as "creditNotes"
    from (
      select kind, ${place}, tax_name as name, ${code}, rate, ${sumsOfParts}
      from part group by kind, series, sequence, 2, 3, 4, 5, rate
    ) d
    group by country, state, name, code, rate
    order by country, state, code, rate, name`.execute(db)
  const groups = rows.map((group) => ({ ...group, parts: partsOf(group) }))
  if (by === 'place') return groups
  const byCode = Map.groupBy(groups, ({ code: of, rate }) => `${of} ${rate}`)
  return [...byCode.values()].flatMap((some) => {
    const [one] = some
    return one
      ? [{ ...one, ...sumTax(some), name: '', units: some.reduce((all, each) => all + each.units, 0) }]
      : []
  })
}

/** The two halves of GST within a state, or the whole tax under its one name. */
function partsOf({ name, tax, first }: Group): Record<string, number> {
  const [one = name, other] = taxPartNames(name)
  return other === undefined ? { [one]: tax } : { [one]: first, [other]: tax - first }
}

/** Rows added up. The counts are those of documents only if no document is in two of the rows. */
export function sumTax(rows: readonly TaxSums[]): TaxSums {
  const sums: TaxSums = { taxable: 0, tax: 0, parts: {}, invoices: 0, creditNotes: 0 }
  for (const row of rows) {
    sums.taxable += row.taxable
    sums.tax += row.tax
    sums.invoices += row.invoices
    sums.creditNotes += row.creditNotes
    for (const [name, amount] of Object.entries(row.parts))
      sums.parts[name] = (sums.parts[name] ?? 0) + amount
  }
  return sums
}

/** The printed totals of the documents, and the orders behind them with their payments until today. Minor units. */
export interface TaxProof {
  total: number
  tax: number
  invoices: number
  creditNotes: number
  orders: number
  invoiced: number
  credited: number
  paid: number
  refunded: number
  due: number
  elsewhere: number
}

export async function readTaxProof(db: Database, shop: ReportShop, period: Period): Promise<TaxProof> {
  const { shopId, currency } = shop
  const issued = sql`config_id = ${shopId} and issued_at >= ${period.start} and issued_at < ${period.end}`
  const { rows } = await sql<TaxProof>`
    ${withDocumentParts(shop, period)}, printed as (
      select 'invoice' as kind, d.order_id, o.total, o.currency
      from (select order_id from invoice where ${issued}) d
      join shop_order o on o.config_id = ${shopId} and o.id = d.order_id
      union all
      select 'credit_note', d.order_id, d.total, o.currency
      from (select order_id, total from credit_note where ${issued}) d
      join shop_order o on o.config_id = ${shopId} and o.id = d.order_id
    ), behind as (
      select o.total, coalesce(n.total, 0) as credited, o.paid, o.refunded,
        case when o.status = 'cancelled' or (o.status = 'returned' and o.paid = 0) then 0 else o.total - o.paid + o.excess_refunded end as due
      from (select distinct order_id from printed where currency = ${currency}) d
      join shop_order o on o.config_id = ${shopId} and o.id = d.order_id
      left join (
        select order_id, sum(total) as total from credit_note where config_id = ${shopId} group by order_id
      ) n on n.order_id = o.id
    )
    select d.*, b.* from (
      select coalesce(sum(${signOf} * total) filter (where currency = ${currency}), 0)::bigint as total,
        (select coalesce(sum(${signOf} * tax), 0) from part)::bigint as tax,
        count(*) filter (where currency = ${currency} and kind = 'invoice')::int as invoices,
        count(*) filter (where currency = ${currency} and kind = 'credit_note')::int as "creditNotes",
        count(*) filter (where currency <> ${currency})::int as elsewhere
      from printed
    ) d, (
      select count(*)::int as orders, coalesce(sum(total), 0)::bigint as invoiced,
        coalesce(sum(credited), 0)::bigint as credited, coalesce(sum(paid), 0)::bigint as paid,
        coalesce(sum(refunded), 0)::bigint as refunded, coalesce(sum(due), 0)::bigint as due
      from behind
    ) b`.execute(db)
  const [proof] = rows
  if (!proof) throw new Error('The proof was not computed')
  return proof
}

/**
 * `from … where` of the sold orders of a period that have no invoice yet. The invoices of imported orders are those of the
 * other shop, and a fully refunded order leaves no tax.
 */
export const fromNotInvoiced = ({ shopId, currency }: ReportShop, period: Period) => sql`
  from shop_order o
  where o.config_id = ${shopId} and o.placed_at >= ${period.start} and o.placed_at < ${period.end}
    and o.currency = ${currency} and ${isSold} and o.status <> 'refunded' and o.imported_at is null
    and not exists (select from invoice i where i.config_id = o.config_id and i.order_id = o.id)`

/** Sums of the sold orders without an invoice, before refunds. Minor units. */
export async function readNotInvoiced(db: Database, shop: ReportShop, period: Period) {
  const { rows } = await sql<{ orders: number; taxable: number; tax: number }>`
    select count(*)::int as orders, coalesce(sum(o.total - o.tax), 0)::bigint as taxable,
      coalesce(sum(o.tax), 0)::bigint as tax
    ${fromNotInvoiced(shop, period)}`.execute(db)
  return rows[0] ?? { orders: 0, taxable: 0, tax: 0 }
}
