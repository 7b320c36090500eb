import { sql, type RawBuilder } from 'kysely'
import type { Transaction } from '#server/db/connect.ts'

/** Limits the facets of a product, because a GIN index entry has at most 2.7 kB. */
const MAX_FACETS = 500

/**
 * Recomputes the facets of products: the option values of their variants, and filterable specifications split at commas.
 * Values start with a capital. Values above 100 characters are prose and are left out.
 */
export async function refreshFacets(
  tx: Transaction,
  shopId: number,
  productIds: readonly number[],
): Promise<void> {
  if (productIds.length === 0) return
  // Locked by a statement of its own, so that the next ones see what another transaction has just committed.
  const locking = sql`
    select from product where config_id = ${shopId} and id = any(${productIds}::integer[])
    order by id for no key update`.execute(tx)
  // In order, so that two transactions that add the same values do not wait for each other in a circle.
  const adding = sql`
    insert into facet_value (config_id, name, value)
    select distinct ${shopId}::integer, f.name, f.value from (${selectFacets(shopId, productIds)}) f
    where not exists (
      select from facet_value v where v.config_id = ${shopId} and v.name = f.name and v.value = f.value)
    order by f.name, f.value
    on conflict do nothing`.execute(tx)
  const writing = sql`
    with facet as materialized (${selectFacets(shopId, productIds)}), facets_of_product as (
      select f.product_id, (array_agg(v.id order by v.id))[1:${sql.lit(MAX_FACETS)}] as ids
      from facet f join facet_value v on v.config_id = ${shopId} and v.name = f.name and v.value = f.value
      group by f.product_id
    )
    update product p set facets = coalesce(f.ids, '{}')
    from unnest(${productIds}::integer[]) wanted (id) left join facets_of_product f on f.product_id = wanted.id
    where p.config_id = ${shopId} and p.id = wanted.id and p.facets <> coalesce(f.ids, '{}')`.execute(tx)
  await Promise.all([locking, adding, writing])
}

/** Rows of product_id, name and value. */
function selectFacets(shopId: number, productIds: readonly number[]): RawBuilder<unknown> {
  return sql`
    select distinct product_id, name, upper(left(value, 1)) || substr(value, 2) as value
    from (
      select v.product_id, option.key as name, btrim(option.value) as value
      from variant v cross join jsonb_each_text(v.options) option
      where v.config_id = ${shopId} and v.product_id = any(${productIds}::integer[]) and v.retired_at is null
      union all
      select ps.product_id, s.name, btrim(part)
      from product_specification ps
      join specification s on s.config_id = ps.config_id and s.id = ps.specification_id and s.filterable
      cross join string_to_table(ps.description, ',') part
      where ps.config_id = ${shopId} and ps.product_id = any(${productIds}::integer[])
    ) source
    where length(value) between 1 and 100`
}
