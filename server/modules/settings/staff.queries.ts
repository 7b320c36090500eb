import { sql } from 'kysely'
import { customerRole } from '#contract/role.ts'
import type { NotificationSettings, StaffNotice } from '#contract/settings.ts'
import type { Database } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import type { ShopContext } from '#server/http/route.ts'
import { findSettings } from './settings.queries.ts'

interface Member {
  id: number
  fullName: string
  email: string
}

/** Everybody who may see the dashboard: role 1, and roles with a permission. */
// Customers are left out by number as well, so that an index without them is used.
const isStaff = sql`u.disabled_at is null and u.role_id <> ${sql.lit(customerRole)} and (u.role_id = 1 or cardinality(r.permissions) > 0)`
const members = sql`from app_user u join role r on r.config_id = u.config_id and r.id = u.role_id`

/** The staff of a shop, by name. */
export async function listStaff(db: Database, configId: number): Promise<Member[]> {
  const { rows } = await sql<Member>`select u.id, u.full_name as "fullName", u.email ${members}
    where u.config_id = ${configId} and ${isStaff} order by lower(u.full_name), u.id`.execute(db)
  return rows
}

/** AppError 400 where somebody is to be told who is no staff of the shop. */
export async function requireStaff(
  db: Database,
  configId: number,
  notifications: NotificationSettings,
): Promise<void> {
  const known = new Set((await listStaff(db, configId)).map(({ id }) => id))
  const issues = Object.entries(notifications)
    .filter(([, ids]) => ids.some((id) => !known.has(id)))
    .map(([path]) => ({ path, message: 'One of these people is not on the staff any more' }))
  if (issues[0]) throw new AppError(400, 'unknown_staff', issues[0].message, issues)
}

/** Those of the staff who are to be told of something by mail; who has left the staff is not told any more. */
export async function listReceivers(
  db: Database,
  shop: Pick<ShopContext, 'configId' | 'currency'>,
  notice: StaffNotice,
): Promise<Member[]> {
  const { [notice]: ids } = await findSettings(db, shop, 'notifications')
  if (ids.length === 0) return []
  return (await listStaff(db, shop.configId)).filter(({ id }) => ids.includes(id))
}
