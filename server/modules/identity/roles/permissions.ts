import { adminRole } from '#contract/identity/role.ts'
import type { Permission } from '#contract/endpoint.ts'
import type { Database, Transaction } from '#server/db/connect.ts'
import { notAllowed, notSignedIn } from '#server/http/session/audience.ts'
import { AppError } from '#server/http/errors.ts'
import type { WriteContext } from '#server/modules/audit/index.ts'
import { findUser } from '../accounts/user.queries.ts'

/** A staff member who grants permissions to others. */
export interface Grantor {
  userId: number
  roleId: number
  permissions: readonly Permission[]
}

/** The part of a role that matters for granting it. */
interface GrantedRole {
  id: number
  permissions: readonly Permission[]
}

/** Staff may grant or revoke a role only with permissions that they have themselves. */
export const mayGrant = ({ roleId, permissions }: Omit<Grantor, 'userId'>, role: GrantedRole): boolean =>
  roleId === adminRole ||
  (role.id !== adminRole && role.permissions.every((permission) => permissions.includes(permission)))

/** Whether the permission to manage staff is present. */
export const mayManageStaff = ({ roleId, permissions }: Grantor): boolean =>
  roleId === adminRole || permissions.includes('staff')

/** Throws AppError 403 if the grantor lacks a permission of these roles. */
export function requireMayGrant(grantor: Grantor, ...roles: GrantedRole[]): void {
  if (roles.every((role) => mayGrant(grantor, role))) return
  throw new AppError(
    403,
    'above_own_permissions',
    'You can only grant or revoke permissions that you have yourself.',
  )
}

/**
 * Locks the staff of a shop and reads the writer's current permissions, which hold until the transaction ends. Every
 * change of permissions starts here. Throws AppError 401 or 403 if the writer may not manage staff any more.
 */
export async function lockGrantor(
  tx: Transaction,
  { shopId, actor }: Pick<WriteContext, 'shopId' | 'actor'>,
): Promise<Grantor> {
  await lockStaff(tx, shopId)
  const grantor = actor.id === null ? undefined : await findGrantor(tx, shopId, actor.id)
  if (!grantor) throw notSignedIn()
  if (!mayManageStaff(grantor)) throw notAllowed()
  return grantor
}

/**
 * Serializes changes of staff and permissions in a shop until the transaction ends. Callers lock the staff before any
 * user, so that two transactions cannot deadlock.
 */
export async function lockStaff(tx: Transaction, shopId: number): Promise<void> {
  await tx.selectFrom('shop').select('config_id').where('config_id', '=', shopId).forNoKeyUpdate().execute()
}

/** Reads the permissions of a user; undefined for an unknown or disabled account. */
export async function findGrantor(
  db: Database,
  shopId: number,
  userId: number,
): Promise<Grantor | undefined> {
  const user = await findUser(db, shopId, userId)
  if (!user || user.disabled_at) return undefined
  return { userId, roleId: user.role_id, permissions: user.permissions }
}
