import { sql } from 'kysely'
import type { TaxDocument, TaxDocumentFilter } from '#contract/reports/tax-report.ts'
import type { Database } from '#server/db/connect.ts'
import type { Period } from '../period.ts'
import type { ReportShop } from '../sales-sql.ts'
import { sumsOfParts, withDocumentParts } from './document-parts.ts'
import { fromNotInvoiced } from './tax-report.queries.ts'

/** A document, or an order without one; amounts in minor units, negative for a credit note. */
export interface TaxDocumentRow extends Pick<
  TaxDocument,
  'kind' | 'order' | 'orderSerial' | 'customer' | 'taxId'
> {
  /** As the PDF prints it; null without a document. */
  number: string | null
  issuedAt: Date
  taxable: number
  tax: number
}

interface Page {
  rows: TaxDocumentRow[]
  total: number
  sums: { taxable: number; tax: number }
}

/** A page of the documents behind a figure of the report, and the sums of all pages. `limit` null: all. */
export async function listTaxDocuments(
  db: Database,
  shop: ReportShop,
  period: Period,
  filter: TaxDocumentFilter,
  { limit, offset }: { limit: number | null; offset: number },
): Promise<Page> {
  const documents =
    filter.kind === 'not_invoiced'
      ? sql`
        with found as (
          select 'not_invoiced' as kind, null::text as number, null::integer as sequence, o.placed_at as issued_at,
            o.id as order_id, o.total - o.tax as taxable, o.tax
          ${fromNotInvoiced(shop, period)}
        )`
      : sql`
        ${withDocumentParts(shop, period)}, found as (
          select d.kind, d.number, d.sequence, d.issued_at, d.order_id, p.taxable, p.tax
          from (
            select kind, series, sequence, ${sumsOfParts} from part
            where ${partCondition(filter)} group by kind, series, sequence
          ) p
          join document d on d.kind = p.kind and d.series = p.series and d.sequence = p.sequence
        )`
  const { rows } = await sql<TaxDocumentRow & { total: number; allTaxable: number; allTax: number }>`
    ${documents}
    select f.kind, f.number, f.issued_at as "issuedAt", f.taxable, f.tax, o.number as "order",
      o.serial as "orderSerial",
      coalesce(nullif(o.billing_address ->> 'company', ''), o.billing_address ->> 'fullName') as customer,
      coalesce(o.billing_address ->> 'taxId', '') as "taxId", f.total, f."allTaxable", f."allTax"
    from (
      select *, count(*) over ()::int as total, sum(taxable) over ()::bigint as "allTaxable",
        sum(tax) over ()::bigint as "allTax"
      from found order by issued_at, kind desc, sequence limit ${limit} offset ${offset}
    ) f
    join shop_order o on o.config_id = ${shop.shopId} and o.id = f.order_id
    order by f.issued_at, f.kind desc, f.sequence`.execute(db)
  const [first] = rows
  return {
    rows,
    total: first?.total ?? 0,
    sums: { taxable: first?.allTaxable ?? 0, tax: first?.allTax ?? 0 },
  }
}

/** The parts of documents that a row of the report adds up. */
function partCondition({ kind, country, state = '', name, code, rate }: TaxDocumentFilter) {
  const conditions = [
    kind && sql`kind = ${kind}`,
    country && sql`country = ${country} and state = ${state}`,
    name && sql`tax_name = ${name}`,
    code && sql`code = ${code}`,
    rate !== undefined && sql`rate = ${Math.round(rate * 10_000)}`,
  ].filter((condition) => typeof condition === 'object')
  return conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`true`
}
