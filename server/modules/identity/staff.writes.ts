import { customerRole } from '#contract/role.ts'
import type { Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import { record, requireVersion, type WriteContext } from '#server/modules/journal/index.ts'
import { lockAuthority, requireMayGrant } from './authority.ts'
import { requireOtherAdmin } from './last-admin.ts'
import { requireRole } from './role.queries.ts'
import { lockExistingUser } from './user.queries.ts'
import { setRole } from './user.writes.ts'

/**
 * Gives a member of staff another role; `customerRole` takes them out of the staff. AppError 404 where there is no such
 * member or role, 403 where rights are given or taken that the writer has not, 409 for the writer himself and for the
 * last admin.
 */
export async function changeRole(
  tx: Transaction,
  write: WriteContext,
  { userId, roleId, version }: { userId: number; roleId: number; version?: number },
): Promise<void> {
  const { configId } = write
  if (userId === write.actor.id) {
    throw new AppError(409, 'own_role', 'Nobody changes their own role. Somebody else has to do that.')
  }
  const authority = await lockAuthority(tx, write)
  const user = await lockExistingUser(tx, configId, userId)
  if (!user || user.role_id === customerRole) {
    throw new AppError(404, 'not_found', 'There is no such member of staff.')
  }
  await requireVersion(tx, write, { subject: 'staff', subjectId: userId, version })
  const role = await requireRole(tx, configId, roleId)
  requireMayGrant(authority, { id: user.role_id, permissions: user.permissions }, role)
  if (roleId === user.role_id) return
  await requireOtherAdmin(tx, configId, user)
  await setRole(tx, configId, userId, roleId)
  const [before, after] = [{ roleId: user.role_id }, { roleId }]
  await record(tx, { ...write, action: 'update', subject: 'staff', subjectId: userId, before, after })
}
