import { sql } from 'kysely'
import { customerRole } from '#contract/identity/role.ts'
import type { NotificationSettings, StaffNotice } from '#contract/settings/settings.ts'
import type { Database } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'

/** A person on staff. */
export interface Member {
  id: number
  fullName: string
  email: string
}

/** People who may open the dashboard. Comparing the role id as well lets PostgreSQL use the index without customers. */
const isStaff = sql`u.disabled_at is null and u.role_id <> ${sql.lit(customerRole)} and (u.role_id = 1 or cardinality(r.permissions) > 0)`
const members = sql`from app_user u join role r on r.config_id = u.config_id and r.id = u.role_id`

/** Lists the staff of a shop by name. */
export async function listStaff(db: Database, shopId: number): Promise<Member[]> {
  const { rows } = await sql<Member>`select u.id, u.full_name as "fullName", u.email ${members}
    where u.config_id = ${shopId} and ${isStaff} order by lower(u.full_name), u.id`.execute(db)
  return rows
}

/** Throws AppError 400 if a recipient is not on staff. */
export async function requireStaff(
  db: Database,
  shopId: number,
  notifications: NotificationSettings,
): Promise<void> {
  const known = new Set((await listStaff(db, shopId)).map(({ id }) => id))
  const issues = Object.entries(notifications)
    .filter(([, ids]) => ids.some((id) => !known.has(id)))
    .map(([path]) => ({ path, message: 'One of these people is no longer on staff' }))
  if (issues[0]) throw new AppError(400, 'unknown_staff', issues[0].message, issues)
}

/** Lists the staff members who subscribed to a notice. Former members are left out. */
export async function listNoticeRecipients(
  db: Database,
  shopId: number,
  notice: StaffNotice,
): Promise<Member[]> {
  const { rows } = await sql<Member>`select u.id, u.full_name as "fullName", u.email ${members}
    where u.config_id = ${shopId} and ${isStaff} and u.id in (
      select recipient::integer from setting cross join jsonb_array_elements_text(value) recipient
      where config_id = ${shopId} and key = ${`notifications.${notice}`})
    order by lower(u.full_name), u.id`.execute(db)
  return rows
}

/** The names of products, in the order of their ids. */
export async function listProductNames(
  db: Database,
  shopId: number,
  ids: readonly number[],
): Promise<{ id: number; name: string }[]> {
  if (ids.length === 0) return []
  return db
    .selectFrom('product')
    .select(['id', 'name'])
    .where('config_id', '=', shopId)
    .where('id', 'in', ids)
    .orderBy('id')
    .execute()
}
