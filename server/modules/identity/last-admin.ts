import { adminRole } from '#contract/role.ts'
import type { Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import type { User } from './user.queries.ts'

/**
 * Throws AppError 409 where this user is the last admin who can sign in: a shop without one could not be run. After
 * `lockStaff`: of two admins who leave at once, the second waits there and then is the last.
 */
export async function requireOtherAdmin(tx: Transaction, configId: number, user: User): Promise<void> {
  if (user.role_id !== adminRole) return
  const other = await tx
    .selectFrom('app_user')
    .select('id')
    .where('config_id', '=', configId)
    .where('role_id', '=', adminRole)
    .where('id', '!=', user.id)
    .where('disabled_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  if (other) return
  throw new AppError(409, 'last_admin', 'You are the only admin of this shop. Make somebody else one first')
}
