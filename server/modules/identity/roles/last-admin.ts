import { adminRole } from '#contract/identity/role.ts'
import type { Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import type { User } from '../accounts/user.queries.ts'

/**
 * Throws AppError 409 if this user is the last admin who can sign in. The caller has called `lockStaff`, so that two
 * admins cannot leave at the same time.
 */
export async function requireOtherAdmin(tx: Transaction, shopId: number, user: User): Promise<void> {
  if (user.role_id !== adminRole) return
  const other = await tx
    .selectFrom('app_user')
    .select('id')
    .where('config_id', '=', shopId)
    .where('role_id', '=', adminRole)
    .where('id', '!=', user.id)
    .where('disabled_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  if (other) return
  throw new AppError(409, 'last_admin', 'You’re the only admin of this shop. Promote someone else first.')
}
