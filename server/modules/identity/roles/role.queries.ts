import { sql } from 'kysely'
import { adminRole, customerRole } from '#contract/identity/role.ts'
import type { Permission } from '#contract/endpoint.ts'
import type { Database, Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'

/** A row of `role`. The admin role has every permission, whatever its row lists. */
export interface RoleRow {
  id: number
  name: string
  permissions: Permission[]
}

export interface ListedRole extends RoleRow {
  members: number
  invited: number
  version: number
}

interface Listing {
  page: number
  limit: number
  q?: string
  sort: 'id' | 'name'
  /** Lists this role only. */
  id?: number
}

/** Whether the role can be neither changed nor deleted. */
export const isFixed = (roleId: number) => roleId === adminRole || roleId === customerRole

/** A page of roles and their total. `q` searches the name. */
export async function listRoles(
  db: Database,
  shopId: number,
  { page, limit, q = '', sort, id }: Listing,
): Promise<{ data: ListedRole[]; total: number }> {
  // Customers and staff are counted apart, because each has an index of its own.
  const order = sort === 'name' ? sql`lower(r.name), r.id` : sql`r.id`
  const { rows } = await sql<ListedRole & { total: number }>`
    select r.id, r.name, r.permissions, count(*) over ()::int as total,
      case when r.id = ${sql.lit(customerRole)}
        then (select count(*) from app_user u where u.config_id = r.config_id and u.role_id = ${sql.lit(customerRole)})
        else (select count(*) from app_user u where u.config_id = r.config_id and u.role_id = r.id
          and u.role_id <> ${sql.lit(customerRole)}) end::int as members,
      (select count(*) from invitation i where i.config_id = r.config_id and i.role_id = r.id
        and i.expires_at > now())::int as invited,
      coalesce((select max(j.id) from audit_entry j where j.config_id = r.config_id and j.subject = 'role'
        and j.subject_id = r.id::text), 0) as version
    from role r where r.config_id = ${shopId} and strpos(lower(r.name), lower(${q})) > 0
      and r.id = coalesce(${id ?? null}, r.id)
    order by ${order} limit ${limit} offset ${(page - 1) * limit}`.execute(db)
  return { data: rows, total: rows[0]?.total ?? 0 }
}

/** Throws AppError 404 for an unknown role. */
export async function findListedRole(db: Database, shopId: number, id: number): Promise<ListedRole> {
  const { data } = await listRoles(db, shopId, { page: 1, limit: 1, sort: 'id', id })
  if (!data[0]) throw roleNotFound()
  return data[0]
}

export const roleNotFound = () => new AppError(404, 'not_found', 'Role not found')

const roles = (db: Database, shopId: number, id: number) =>
  db
    .selectFrom('role')
    .select(['id', 'name', sql<Permission[]>`permissions`.as('permissions')])
    .where('config_id', '=', shopId)
    .where('id', '=', id)

export function findRole(db: Database, shopId: number, id: number): Promise<RoleRow | undefined> {
  return roles(db, shopId, id).executeTakeFirst()
}

/** Throws AppError 404 for an unknown role. */
export function requireRole(tx: Transaction, shopId: number, id: number): Promise<RoleRow> {
  return roles(tx, shopId, id).executeTakeFirstOrThrow(roleNotFound)
}
