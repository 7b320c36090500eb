import { sql, type RawBuilder } from 'kysely'
import { supplyAddressSql, taxCountSql, taxNameSql, taxStateSql } from '#server/modules/tax/index.ts'
import type { Period } from '../period.ts'
import type { ReportShop } from '../sales-sql.ts'

/** Credit notes are subtracted from invoices. */
export const signOf = sql`case when kind = 'invoice' then 1 else -1 end`

/**
 * The start of a statement, with two tables. `document`: the invoices and credit notes of a period in the currency of the
 * shop, with the place and the name of their tax. `part`: their lines and the parts of their delivery, with amounts in minor
 * units; `first` is one of two halves of the tax, as the documents print it, or all of it.
 */
export function withDocumentParts(shop: ReportShop, period: Period): RawBuilder<unknown> {
  const address = sql`i.supply`
  const country = sql<string>`coalesce(o.tax_country, i.shipping_address ->> 'country')`
  const taxName = taxNameSql({
    taxName: sql`o.tax_name`,
    currency: sql`o.currency`,
    seller: sql`i.seller`,
    address,
  })
  const issued = sql`>= ${period.start} and d.issued_at < ${period.end}`
  return sql`
    with document as materialized (
      select d.kind, d.series, d.sequence, d.number, d.issued_at, d.order_id, d.lines,
        ${country} as country, ${taxStateSql(country, address)} as state, ${taxName} as tax_name
      from (
        select 'invoice' as kind, d.series, d.sequence, d.number, d.issued_at, d.order_id, null::jsonb as lines
        from invoice d where d.config_id = ${shop.shopId} and d.issued_at ${issued}
        union all
        select 'credit_note', d.series, d.sequence, d.number, d.issued_at, d.order_id, d.lines
        from credit_note d where d.config_id = ${shop.shopId} and d.issued_at ${issued}
      ) d
      join shop_order o on o.config_id = ${shop.shopId} and o.id = d.order_id and o.currency = ${shop.currency}
      join (
        select order_id, config_id, seller, shipping_address,
          ${supplyAddressSql(sql`billing_address`, sql`shipping_address`)} as supply from invoice
      ) i on i.config_id = ${shop.shopId} and i.order_id = d.order_id
    ), part as (
      -- Halves are equal: the taxable value has an odd unit of tax.
      select p.kind, p.series, p.sequence, p.country, p.state, p.tax_name, p.rate, p.code, p.units, p.total,
        p.total - h.halves * (p.tax / h.halves) as taxable, h.halves * (p.tax / h.halves) as tax, p.tax / h.halves as first
      from (
        select d.kind, d.series, d.sequence, d.country, d.state, d.tax_name, l.tax_rate as rate,
          coalesce(nullif(l.hsn, ''), 'none') as code, l.quantity as units, l.total, l.tax
        from document d
        join order_line l on l.config_id = ${shop.shopId} and l.order_id = d.order_id
        where d.kind = 'invoice'
        union all
        select d.kind, d.series, d.sequence, d.country, d.state, d.tax_name, (x ->> 'rate')::integer, 'delivery', 0,
          (x ->> 'amount')::bigint + case when o.tax_included then 0 else (x ->> 'tax')::bigint end, (x ->> 'tax')::bigint
        from document d
        join shop_order o on o.config_id = ${shop.shopId} and o.id = d.order_id
        cross join lateral jsonb_array_elements(case when o.shipping_taxes <> '[]' then o.shipping_taxes
          else jsonb_build_array(jsonb_build_object('rate', 0, 'amount', o.shipping, 'tax', 0)) end) x
        where d.kind = 'invoice' and (o.shipping > 0 or o.shipping_taxes <> '[]')
        union all
        select d.kind, d.series, d.sequence, d.country, d.state, d.tax_name, (x ->> 'rate')::integer,
          case when x ->> 'position' is null then 'delivery' else coalesce(nullif(l.hsn, ''), 'none') end,
          coalesce((x ->> 'quantity')::integer, 0), (x ->> 'total')::bigint, (x ->> 'tax')::bigint
        from document d
        cross join lateral jsonb_array_elements(d.lines) x
        left join order_line l on l.config_id = ${shop.shopId} and l.order_id = d.order_id
          and l.position = (x ->> 'position')::integer
        where d.kind = 'credit_note'
      ) p
      cross join lateral (select ${taxCountSql(sql`p.tax_name`)} as halves) h
    )`
}

/** Sums of parts, invoices minus credit notes. */
export const sumsOfParts = sql`
  sum(${signOf} * taxable)::bigint as taxable, sum(${signOf} * tax)::bigint as tax,
  sum(${signOf} * first)::bigint as first, sum(${signOf} * units)::bigint as units`
