import { sql } from 'kysely'
import { customerRole } from '#contract/identity/role.ts'
import type { Permission } from '#contract/endpoint.ts'
import type { Database } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'

export interface ListedStaff {
  id: number
  fullName: string
  email: string
  dp: string | null
  roleId: number
  roleName: string
  permissions: Permission[]
  createdAt: Date
  seenAt: Date | null
  version: number
}

interface Listing {
  page: number
  limit: number
  q?: string
  sort: 'newest' | 'name' | 'email'
  /** Lists members of this role only. */
  role?: number
  /** Only this person. */
  id?: number
}

const orders = {
  newest: sql`u.created_at desc, u.id desc`,
  name: sql`lower(u.full_name), u.id`,
  email: sql`lower(u.email), u.id`,
}

/** A page of staff members and their total. `q` searches name and email. */
export async function listStaff(
  db: Database,
  shopId: number,
  { page, limit, q = '', sort, role, id }: Listing,
): Promise<{ data: ListedStaff[]; total: number }> {
  const { rows } = await sql<ListedStaff & { total: number }>`
    select u.id, u.full_name as "fullName", u.email, u.image as dp, r.id as "roleId", r.name as "roleName",
      r.permissions, u.created_at as "createdAt", count(*) over ()::int as total,
      (select max(s.seen_at) from session s where s.config_id = u.config_id and s.user_id = u.id
        and s.expires_at > now()) as "seenAt",
      coalesce((select max(j.id) from audit_entry j where j.config_id = u.config_id and j.subject = 'staff'
        and j.subject_id = u.id::text), 0) as version
    from app_user u join role r on r.config_id = u.config_id and r.id = u.role_id
    where u.config_id = ${shopId} and u.role_id <> ${sql.lit(customerRole)}
      and u.id = coalesce(${id ?? null}, u.id)
      and u.role_id = coalesce(${role ?? null}, u.role_id)
      and strpos(lower(u.full_name || ' ' || u.email), lower(${q})) > 0
    order by ${orders[sort]} limit ${limit} offset ${(page - 1) * limit}`.execute(db)
  return { data: rows, total: rows[0]?.total ?? 0 }
}

/** Throws AppError 404 for an unknown staff member. */
export async function findStaffMember(db: Database, shopId: number, id: number): Promise<ListedStaff> {
  const { data } = await listStaff(db, shopId, { page: 1, limit: 1, sort: 'name', id })
  if (!data[0]) throw new AppError(404, 'not_found', 'There is no such staff member.')
  return data[0]
}
