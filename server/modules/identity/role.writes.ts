import { sql } from 'kysely'
import type { Permission } from '#contract/endpoint.ts'
import type { Transaction } from '#server/db/connect.ts'
import { violation } from '#server/db/violations.ts'
import { AppError } from '#server/http/errors.ts'
import { record, requireVersion, type WriteContext } from '#server/modules/journal/index.ts'
import { lockAuthority, requireMayGrant } from './authority.ts'
import { isFixed, requireRole, type RoleRow } from './role.queries.ts'
import { moveMembers } from './role-members.writes.ts'

interface RoleInput {
  name: string
  /** What people of the role may do, in the order of the contract. */
  permissions: Permission[]
}

/**
 * Makes a role and answers its id. AppError 403 where it may do more than the writer, 409 where the name is taken. A deleted one
 * comes back under its `formerId`.
 */
export async function createRole(
  tx: Transaction,
  write: WriteContext,
  input: RoleInput,
  formerId?: number,
): Promise<number> {
  const { configId } = write
  const authority = await lockAuthority(tx, write)
  const id = formerId ?? (await nextRoleId(tx, configId))
  requireMayGrant(authority, { id, ...input })
  await tx
    .insertInto('role')
    .values({ config_id: configId, id, ...input })
    .execute()
    .catch(refuseSameName(input.name))
  await record(tx, { ...write, action: 'create', subject: 'role', subjectId: id, after: { ...input } })
  return id
}

/**
 * Renames a role or changes what everyone who has it may do. AppError 404, 409 for fixed roles, taken names and for who
 * changes the rights of his own, 403 where rights are given or taken that the writer has not.
 */
export async function updateRole(
  tx: Transaction,
  write: WriteContext,
  id: number,
  { version, ...changes }: Partial<RoleInput> & { version?: number },
): Promise<void> {
  const { configId } = write
  const authority = await lockAuthority(tx, write)
  const { id: _, ...before } = await requireChangeableRole(tx, configId, id)
  await requireVersion(tx, write, { subject: 'role', subjectId: id, version })
  const after: RoleInput = {
    name: changes.name ?? before.name,
    permissions: changes.permissions ?? before.permissions,
  }
  requireMayGrant(authority, { id, ...before }, { id, ...after })
  if (authority.roleId === id && !sameRights(before, after)) {
    throw new AppError(409, 'own_role', 'This is your own role. Somebody else has to change its rights.')
  }
  await tx
    .updateTable('role')
    .set(after)
    .where('config_id', '=', configId)
    .where('id', '=', id)
    .execute()
    .catch(refuseSameName(after.name))
  await record(tx, {
    ...write,
    action: 'update',
    subject: 'role',
    subjectId: id,
    before,
    after: { ...after },
  })
}

/**
 * Deletes a role. Who has it, or is invited to it, gets the role `moveTo`; without one that is AppError 409 `in_use`,
 * which says how many they are. AppError 404, 409 and 403 as for a change.
 */
export async function deleteRole(
  tx: Transaction,
  write: WriteContext,
  id: number,
  moveTo?: number,
): Promise<void> {
  const { configId } = write
  const authority = await lockAuthority(tx, write)
  const { id: _, ...before } = await requireChangeableRole(tx, configId, id)
  requireMayGrant(authority, { id, ...before })
  if (authority.roleId === id) {
    throw new AppError(409, 'own_role', 'This is your own role. Somebody else has to delete it.')
  }
  await moveMembers(tx, write, { authority, from: { id, ...before }, moveTo })
  await tx.deleteFrom('role').where('config_id', '=', configId).where('id', '=', id).execute()
  await record(tx, { ...write, action: 'delete', subject: 'role', subjectId: id, before })
}

const sameRights = (one: RoleInput, other: RoleInput) =>
  one.permissions.length === other.permissions.length &&
  one.permissions.every((right) => other.permissions.includes(right))

async function requireChangeableRole(tx: Transaction, configId: number, id: number): Promise<RoleRow> {
  const role = await requireRole(tx, configId, id)
  if (!isFixed(id)) return role
  throw new AppError(409, 'fixed_role', `${role.name} is a role that every shop has. It stays as it is.`)
}

/** One that no role has had: the journal speaks of those that are gone. */
async function nextRoleId(tx: Transaction, configId: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select greatest(
      (select max(id) from role where config_id = ${configId}),
      (select max(subject_id::int) from journal where config_id = ${configId} and subject = 'role')
    ) + 1 as id`.execute(tx)
  return rows[0]?.id ?? 3
}

const refuseSameName = (name: string) => (error: unknown) => {
  if (violation(error)?.constraint !== 'role_config_id_name_key') throw error
  const message = `There is a role with the name ${name} already`
  throw new AppError(409, 'name_taken', message, [{ path: 'name', message }])
}
