import { sql, type RawBuilder } from 'kysely'
import type { Specification } from '#contract/catalog/specification.ts'
import type { AdminSpecification, specificationSorts } from '#contract/catalog/admin/specification.ts'
import type { Database } from '#server/db/connect.ts'
import { contains, selectOne, selectPage, versionOf, type ListQuery } from '../admin-list.queries.ts'

/** The shop's specifications, in order. */
export async function listSpecifications(db: Database, shopId: number): Promise<Specification[]> {
  return await db
    .selectFrom('specification')
    .select(['id as specificationid', 'name as specificationName'])
    .where('config_id', '=', shopId)
    .orderBy('position')
    .orderBy('id')
    .execute()
}

const orders = {
  position: sql`s.position, s.id`,
  name: sql`lower(s.name), s.id`,
  name_desc: sql`lower(s.name) desc, s.id`,
  products: sql`products, s.position, s.id`,
  products_desc: sql`products desc, s.position, s.id`,
}

const columns = sql`s.id as specificationid, s.name as "specificationName", s.heading, s.filterable, s.position,
  coalesce(n.products, 0) as products, ${versionOf('specification', 's')} as version`

const fromSpecifications = (shopId: number): RawBuilder<unknown> => sql`specification s
  left join (select ps.specification_id as id, count(*)::int as products from product_specification ps
    join product p on p.config_id = ps.config_id and p.id = ps.product_id and p.deleted_at is null
    where ps.config_id = ${shopId} group by 1) n on n.id = s.id`

/** A page of the shop's specifications with the numbers of products that have them, and how many there are. */
export async function listAdminSpecifications(
  db: Database,
  shopId: number,
  query: ListQuery<(typeof specificationSorts)[number]>,
): Promise<{ data: AdminSpecification[]; total: number }> {
  const { rows: data, total } = await selectPage<AdminSpecification>(db, query, {
    columns,
    from: fromSpecifications(shopId),
    where: sql`s.config_id = ${shopId} and ${contains('s.name', query)}`,
    order: orders[query.sort],
  })
  return { data, total }
}

/** One specification with the number of products that have it, or undefined. */
export async function findAdminSpecification(
  db: Database,
  shopId: number,
  id: number,
): Promise<AdminSpecification | undefined> {
  const where = sql`s.config_id = ${shopId} and s.id = ${id}`
  return selectOne(db, { columns, from: fromSpecifications(shopId), where })
}
