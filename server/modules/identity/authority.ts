import { adminRole } from '#contract/role.ts'
import type { Permission } from '#contract/endpoint.ts'
import type { Database, Transaction } from '#server/db/connect.ts'
import { notAllowed, notSignedIn } from '#server/http/caller.ts'
import { AppError } from '#server/http/errors.ts'
import type { WriteContext } from '#server/modules/journal/index.ts'
import { findUser } from './user.queries.ts'

/** What somebody may do, for deciding what they may give to others. */
export interface Authority {
  userId: number
  roleId: number
  permissions: readonly Permission[]
}

/** A role as far as it gives rights. */
interface Rights {
  id: number
  permissions: readonly Permission[]
}

/** Whether somebody may give this role to others, or take it from them: no right more than they have themselves. */
export const mayGrant = ({ roleId, permissions }: Omit<Authority, 'userId'>, role: Rights): boolean =>
  roleId === adminRole ||
  (role.id !== adminRole && role.permissions.every((one) => permissions.includes(one)))

/** Whether somebody may decide at all who is staff. */
export const mayDecide = ({ roleId, permissions }: Authority): boolean =>
  roleId === adminRole || permissions.includes('staff')

/** Throws AppError 403 where somebody would give or take what he may not do himself. */
export function requireMayGrant(who: Authority, ...roles: Rights[]): void {
  if (roles.every((role) => mayGrant(who, role))) return
  throw new AppError(403, 'above_own_rights', 'You can only give or take rights that you have yourself.')
}

/**
 * What the writer may do now. Whatever gives or takes rights in a shop begins here, one after another, so that what is
 * read here stays true until the transaction ends. AppError 401 or 403 where the writer has lost the right meanwhile.
 */
export async function lockAuthority(
  tx: Transaction,
  { configId, actor }: Pick<WriteContext, 'configId' | 'actor'>,
): Promise<Authority> {
  await lockStaff(tx, configId)
  const authority = actor.id === null ? undefined : await findAuthority(tx, configId, actor.id)
  if (!authority) throw notSignedIn()
  if (!mayDecide(authority)) throw notAllowed()
  return authority
}

/**
 * Until the transaction ends nobody else gives or takes rights in this shop, or leaves it. Always before people are
 * locked, never after: so two transactions cannot wait for each other.
 */
export async function lockStaff(tx: Transaction, configId: number): Promise<void> {
  await tx.selectFrom('shop').select('config_id').where('config_id', '=', configId).forNoKeyUpdate().execute()
}

/** What somebody may do; undefined where there is no such account, or it is disabled. */
export async function findAuthority(
  db: Database,
  configId: number,
  userId: number,
): Promise<Authority | undefined> {
  const user = await findUser(db, configId, userId)
  if (!user || user.disabled_at) return undefined
  return { userId, roleId: user.role_id, permissions: user.permissions }
}
