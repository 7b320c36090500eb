import { sql } from 'kysely'
import type { Transaction } from '#server/db/connect.ts'

/**
 * Derives anew what the products can be found by: the values of their variants' options, and those of filterable
 * specifications, split at commas. Values begin with a capital; one above 100 characters is a sentence, not a filter.
 */
export async function refreshFacets(
  tx: Transaction,
  configId: number,
  productIds: readonly number[],
): Promise<void> {
  if (productIds.length === 0) return
  await sql`
    with value as (
      select v.product_id, option.key as name, btrim(option.value) as value
      from variant v cross join jsonb_each_text(v.options) option
      where v.config_id = ${configId} and v.product_id = any(${productIds}) and v.retired_at is null
      union all
      select ps.product_id, s.name, btrim(part)
      from product_specification ps
      join specification s on s.config_id = ps.config_id and s.id = ps.specification_id and s.filterable
      cross join string_to_table(ps.description, ',') part
      where ps.config_id = ${configId} and ps.product_id = any(${productIds})
    ), facet as (
      select distinct product_id, name, upper(left(value, 1)) || substr(value, 2) as value
      from value where length(value) between 1 and 100
    ), gone as (
      delete from product_facet old
      where config_id = ${configId} and product_id = any(${productIds})
        and not exists (select from facet where (facet.product_id, facet.name, facet.value) = (old.product_id, old.name, old.value))
    )
    insert into product_facet (config_id, product_id, name, value)
    select ${configId}, product_id, name, value from facet
    on conflict do nothing`.execute(tx)
}
