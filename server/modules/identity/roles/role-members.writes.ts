import { randomUUID } from 'node:crypto'
import { later, type Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import { record, type WriteContext } from '#server/modules/audit/index.ts'
import { customerRole } from '#contract/identity/role.ts'
import { requireMayGrant, type Grantor } from './permissions.ts'
import { requireRole, type RoleRow } from './role.queries.ts'

/**
 * Moves members and invitations of a role to another role, as one job of the audit log; moving to "customer" deletes the
 * invitations. Throws AppError 409 `in_use` if `moveTo` is missing but needed, 400 for the same role, 403 like a grant.
 */
export async function moveMembers(
  tx: Transaction,
  write: WriteContext,
  { grantor, from, moveTo }: { grantor: Grantor; from: RoleRow; moveTo: number | undefined },
): Promise<void> {
  const { shopId } = write
  const members = await tx
    .selectFrom('app_user')
    .select('id')
    .where('config_id', '=', shopId)
    .where('role_id', '=', from.id)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const invitations = await tx
    .selectFrom('invitation')
    .select(['id', 'email'])
    .where('config_id', '=', shopId)
    .where('role_id', '=', from.id)
    .execute()
  if (members.length + invitations.length === 0) return
  if (moveTo === undefined) throw inUse(from.name, members.length, invitations.length)
  if (moveTo === from.id) {
    const message = 'Please choose a different role than the one you’re deleting'
    throw new AppError(400, 'same_role', message, [{ path: 'moveTo', message }])
  }
  const to = await requireRole(tx, shopId, moveTo)
  requireMayGrant(grantor, to)
  const change = { ...write, job: write.job ?? randomUUID(), before: { roleId: from.id } }
  await tx
    .updateTable('app_user')
    .set({ role_id: moveTo })
    .where('config_id', '=', shopId)
    .where('role_id', '=', from.id)
    .execute()
  for (const { id } of members) {
    const after = { roleId: moveTo }
    later(tx, record(tx, { ...change, action: 'update', subject: 'staff', subjectId: id, after }))
  }
  const invited = invitations.map(({ id }) => id)
  if (invited.length === 0) return
  if (moveTo === customerRole) {
    await tx.deleteFrom('invitation').where('config_id', '=', shopId).where('id', 'in', invited).execute()
  } else {
    await tx
      .updateTable('invitation')
      .set({ role_id: moveTo })
      .where('config_id', '=', shopId)
      .where('id', 'in', invited)
      .execute()
  }
  for (const { id, email } of invitations) {
    const was = { ...change, subject: 'invitation', subjectId: id }
    if (moveTo === customerRole)
      later(tx, record(tx, { ...was, action: 'delete', before: { email, roleId: from.id } }))
    else later(tx, record(tx, { ...was, action: 'update', after: { roleId: moveTo } }))
  }
}

function inUse(name: string, members: number, invited: number): AppError {
  const people = `${members} ${members === 1 ? 'person has' : 'people have'} the role ${name}`
  const invitations = invited === 0 ? '' : `, and ${invited} ${invited === 1 ? 'is' : 'are'} invited to it`
  return new AppError(409, 'in_use', `${people}${invitations}. Please choose their new role.`, [
    { path: 'moveTo', message: 'Please choose a role' },
  ])
}
