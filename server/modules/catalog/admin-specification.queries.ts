import { sql } from 'kysely'
import type { AdminSpecification, specificationSorts } from '#contract/admin-specification.ts'
import type { Database } from '#server/db/connect.ts'
import { listingOf, naming, versionOf, type ListedBy } from './admin-listing.ts'

const orders = {
  position: sql`s.position, s.id`,
  name: sql`lower(s.name), s.id`,
  name_desc: sql`lower(s.name) desc, s.id`,
  products: sql`products, s.position, s.id`,
  products_desc: sql`products desc, s.position, s.id`,
}

/** A page of the names that specifications may have, with the numbers of products that have them, and how many there are. */
export async function listAdminSpecifications(
  db: Database,
  configId: number,
  asked: ListedBy<(typeof specificationSorts)[number]>,
): Promise<{ data: AdminSpecification[]; total: number }> {
  const { rows: data, total } = await listingOf<AdminSpecification>(db, asked, {
    columns: sql`s.id as specificationid, s.name as "specificationName", s.filterable, s.position,
      coalesce(n.products, 0) as products, ${versionOf('specification', 's')} as version`,
    from: sql`specification s
      left join (select ps.specification_id as id, count(*)::int as products from product_specification ps
        join product p on p.config_id = ps.config_id and p.id = ps.product_id and p.deleted_at is null
        where ps.config_id = ${configId} group by 1) n on n.id = s.id`,
    where: sql`s.config_id = ${configId} and ${naming('s.name', asked)}`,
    order: orders[asked.sort],
  })
  return { data, total }
}
