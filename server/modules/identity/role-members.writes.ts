import { randomUUID } from 'node:crypto'
import type { Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import { record, type WriteContext } from '#server/modules/journal/index.ts'
import { customerRole } from '#contract/role.ts'
import { requireMayGrant, type Authority } from './authority.ts'
import { requireRole, type RoleRow } from './role.queries.ts'

/**
 * Gives everyone who has a role, or is invited to it, another one: under one job in the journal. Who was invited to what
 * becomes "customer" is not invited any more. AppError 409 `in_use` without `moveTo` where there is anybody, 400 where it
 * is the same role or none, 403 where it may do more than the writer.
 */
export async function moveMembers(
  tx: Transaction,
  write: WriteContext,
  { authority, from, moveTo }: { authority: Authority; from: RoleRow; moveTo: number | undefined },
): Promise<void> {
  const { configId } = write
  const members = await tx
    .selectFrom('app_user')
    .select('id')
    .where('config_id', '=', configId)
    .where('role_id', '=', from.id)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const invitations = await tx
    .selectFrom('invitation')
    .select(['id', 'email'])
    .where('config_id', '=', configId)
    .where('role_id', '=', from.id)
    .execute()
  if (members.length + invitations.length === 0) return
  if (moveTo === undefined) throw inUse(from.name, members.length, invitations.length)
  if (moveTo === from.id) {
    const message = 'Please choose another role than the one you delete'
    throw new AppError(400, 'same_role', message, [{ path: 'moveTo', message }])
  }
  const to = await requireRole(tx, configId, moveTo)
  requireMayGrant(authority, to)
  const change = { ...write, job: write.job ?? randomUUID(), before: { roleId: from.id } }
  await tx
    .updateTable('app_user')
    .set({ role_id: moveTo })
    .where('config_id', '=', configId)
    .where('role_id', '=', from.id)
    .execute()
  for (const { id } of members) {
    const after = { roleId: moveTo }
    await record(tx, { ...change, action: 'update', subject: 'staff', subjectId: id, after })
  }
  const invited = invitations.map(({ id }) => id)
  if (invited.length === 0) return
  if (moveTo === customerRole) {
    await tx.deleteFrom('invitation').where('config_id', '=', configId).where('id', 'in', invited).execute()
  } else {
    await tx
      .updateTable('invitation')
      .set({ role_id: moveTo })
      .where('config_id', '=', configId)
      .where('id', 'in', invited)
      .execute()
  }
  for (const { id, email } of invitations) {
    const was = { ...change, subject: 'invitation', subjectId: id }
    if (moveTo === customerRole)
      await record(tx, { ...was, action: 'delete', before: { email, roleId: from.id } })
    else await record(tx, { ...was, action: 'update', after: { roleId: moveTo } })
  }
}

function inUse(name: string, members: number, invited: number): AppError {
  const people = members === 1 ? 'One person has' : `${members} people have`
  const guests = invited === 1 ? 'one is' : `${invited} are`
  const who =
    invited === 0 ? `${people} the role ${name}` : `${people} the role ${name}, ${guests} invited to it`
  return new AppError(409, 'in_use', `${who}. Please choose the role they get instead.`, [
    { path: 'moveTo', message: 'Please choose a role' },
  ])
}
