import { sql, type RawBuilder } from 'kysely'
import type { z } from 'zod'
import type { CouponRow, getCoupons } from '#contract/promotions/coupon.ts'
import type { Database } from '#server/db/connect.ts'

/** A row of the coupon table. Amounts in minor units, percent in hundredths. */
export interface StoredRow extends Omit<CouponRow, 'startsAt' | 'endsAt'> {
  startsAt: Date | null
  endsAt: Date | null
  categoryIds: number[]
  productIds: number[]
}

const state = sql`case when not c.is_active then 'off' when c.ends_at <= now() or c.usage_count >= c.usage_limit then 'ended'
  when c.starts_at > now() then 'planned' else 'active' end`

// The limit makes the planner look up one order per coupon; `not exists` could read all orders first.
const columns = sql`c.id, c.code, c.kind, c.percent, c.amount, c.minimum, c.usage_count as used, ${state} as state,
  c.starts_at as "startsAt", c.ends_at as "endsAt", c.once_per_customer as "oncePerCustomer",
  c.usage_limit as "usageLimit", c.is_active as "isActive", c.category_ids as "categoryIds",
  c.product_ids as "productIds", c.category_ids || c.product_ids = '{}' as "isForAll",
  (select o.id from shop_order o where o.config_id = c.config_id and o.coupon_id = c.id limit 1) is null as "canDelete",
  coalesce((select max(j.id) from audit_entry j where j.config_id = c.config_id and j.subject = 'coupon'
    and j.subject_id = c.id::text), 0) as version`

type ListInput = z.output<typeof getCoupons.input>

const sortOrders: Record<ListInput['sort'], RawBuilder<unknown>> = {
  newest: sql`c.id desc`,
  code: sql`c.code`,
  code_desc: sql`c.code desc`,
  used: sql`c.usage_count, c.id`,
  used_desc: sql`c.usage_count desc, c.id`,
  ends: sql`c.ends_at nulls last, c.id`,
  ends_desc: sql`c.ends_at desc nulls first, c.id`,
}

/** A page of the matching coupons, and their total number. */
export async function listCoupons(
  db: Database,
  shopId: number,
  { q = '', state: wantedState, sort, page, limit }: ListInput,
): Promise<{ rows: StoredRow[]; total: number }> {
  const matching = sql`from coupon c where c.config_id = ${shopId}
    and strpos(c.code, ${q.toUpperCase()}) > 0 and (${wantedState ?? null}::text is null or ${state} = ${wantedState ?? null})`
  const { rows } = await sql<StoredRow>`
    select ${columns} ${matching}
    order by ${sortOrders[sort]} limit ${limit} offset ${(page - 1) * limit}`.execute(db)
  const counted = await sql<{ total: number }>`select count(*)::int as total ${matching}`.execute(db)
  return { rows, total: counted.rows[0]?.total ?? 0 }
}

interface Named {
  id: number
  name: string
}

/** A coupon with the names of its categories and products. Deleted ones are left out. */
export async function findStoredCoupon(
  db: Database,
  shopId: number,
  id: number,
): Promise<(StoredRow & { categories: Named[]; products: Named[] }) | undefined> {
  const { rows } = await sql<StoredRow>`
    select ${columns} from coupon c where c.config_id = ${shopId} and c.id = ${id}`.execute(db)
  const [row] = rows
  if (!row) return undefined
  const categories = await listNamed(db, shopId, 'category', row.categoryIds)
  return { ...row, categories, products: await listNamed(db, shopId, 'product', row.productIds) }
}

/** The existing categories or products of these ids, sorted by name. */
export async function listNamed(
  db: Database,
  shopId: number,
  table: 'category' | 'product',
  ids: readonly number[],
): Promise<Named[]> {
  const { rows } = await sql<Named>`
    select id, name from ${sql.table(table)}
    where config_id = ${shopId} and id = any(${[...ids]}) order by lower(name), id`.execute(db)
  return rows
}
