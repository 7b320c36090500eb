import { customerRole } from '#contract/identity/role.ts'
import { later, type Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import { record, requireVersion, type WriteContext } from '#server/modules/audit/index.ts'
import { lockGrantor, requireMayGrant } from '../roles/permissions.ts'
import { requireOtherAdmin } from '../roles/last-admin.ts'
import { requireRole } from '../roles/role.queries.ts'
import { lockExistingUser } from '../accounts/user.queries.ts'
import { setRole } from '../accounts/user.writes.ts'

/**
 * Gives a staff member another role; `customerRole` removes them from staff. Throws AppError 404 for an unknown member or
 * role, 403 if permissions change that the writer lacks, and 409 for the writer and the last admin.
 */
export async function changeRole(
  tx: Transaction,
  write: WriteContext,
  { userId, roleId, version }: { userId: number; roleId: number; version?: number },
): Promise<void> {
  const { shopId } = write
  if (userId === write.actor.id) {
    throw new AppError(409, 'own_role', 'You can’t change your own role.')
  }
  const grantor = await lockGrantor(tx, write)
  const user = await lockExistingUser(tx, shopId, userId)
  if (!user || user.role_id === customerRole) {
    throw new AppError(404, 'not_found', 'Staff member not found')
  }
  await requireVersion(tx, write, { subject: 'staff', subjectId: userId, version })
  const role = await requireRole(tx, shopId, roleId)
  requireMayGrant(grantor, { id: user.role_id, permissions: user.permissions }, role)
  if (roleId === user.role_id) return
  await requireOtherAdmin(tx, shopId, user)
  await setRole(tx, shopId, userId, roleId)
  const [before, after] = [{ roleId: user.role_id }, { roleId }]
  later(tx, record(tx, { ...write, action: 'update', subject: 'staff', subjectId: userId, before, after }))
}
