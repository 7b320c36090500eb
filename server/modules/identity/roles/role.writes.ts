import { sql } from 'kysely'
import type { Permission } from '#contract/endpoint.ts'
import type { Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import { recordWrites, requireVersion, type WriteContext } from '#server/modules/audit/index.ts'
import { lockGrantor, requireMayGrant } from './permissions.ts'
import { isFixed, requireRole, roleNotFound, type RoleRow } from './role.queries.ts'
import { moveMembers } from './role-members.writes.ts'

interface RoleInput {
  name: string
  /** In the order of the contract. */
  permissions: Permission[]
}

const roles = recordWrites({
  table: 'role',
  columns: { name: 'name', permissions: 'permissions' },
  missing: roleNotFound,
  violations: { role_config_id_name_key: nameTaken },
})

/**
 * Creates a role and returns its id. Throws AppError 403 if it has permissions that the writer lacks, 409 if the name is
 * taken. Undoing a deletion passes the `formerId`.
 */
export async function createRole(
  tx: Transaction,
  write: WriteContext,
  input: RoleInput,
  formerId?: number,
): Promise<number> {
  const grantor = await lockGrantor(tx, write)
  const id = formerId ?? (await nextRoleId(tx, write.shopId))
  requireMayGrant(grantor, { id, ...input })
  return roles.create(tx, write, input, id)
}

/**
 * Renames a role or changes its permissions. Throws AppError 404; 409 for a fixed role, a taken name and the writer's own
 * permissions; 403 if permissions are granted or revoked that the writer lacks.
 */
export async function updateRole(
  tx: Transaction,
  write: WriteContext,
  id: number,
  { version, ...changes }: Partial<RoleInput> & { version?: number },
): Promise<void> {
  const { shopId } = write
  const grantor = await lockGrantor(tx, write)
  const { id: _, ...before } = await requireEditableRole(tx, shopId, id)
  await requireVersion(tx, write, { subject: 'role', subjectId: id, version })
  const after: RoleInput = {
    name: changes.name ?? before.name,
    permissions: changes.permissions ?? before.permissions,
  }
  requireMayGrant(grantor, { id, ...before }, { id, ...after })
  if (grantor.roleId === id && !samePermissions(before, after)) {
    throw new AppError(409, 'own_role', 'You can’t change the permissions of your own role.')
  }
  await roles.update(tx, write, id, { before, after })
}

/**
 * Deletes a role. Its members and invitations get the role `moveTo`; without it, AppError 409 `in_use` says how many there
 * are. Throws AppError 404, 409 and 403 like a change.
 */
export async function deleteRole(
  tx: Transaction,
  write: WriteContext,
  id: number,
  moveTo?: number,
): Promise<void> {
  const { shopId } = write
  const grantor = await lockGrantor(tx, write)
  const { id: _, ...before } = await requireEditableRole(tx, shopId, id)
  requireMayGrant(grantor, { id, ...before })
  if (grantor.roleId === id) {
    throw new AppError(409, 'own_role', 'You can’t delete your own role.')
  }
  await moveMembers(tx, write, { grantor, from: { id, ...before }, moveTo })
  await roles.remove(tx, write, id, before)
}

const samePermissions = (one: RoleInput, other: RoleInput) =>
  one.permissions.length === other.permissions.length &&
  one.permissions.every((permission) => other.permissions.includes(permission))

async function requireEditableRole(tx: Transaction, shopId: number, id: number): Promise<RoleRow> {
  const role = await requireRole(tx, shopId, id)
  if (!isFixed(id)) return role
  throw new AppError(409, 'fixed_role', `Every shop has the role ${role.name}. It can’t be changed.`)
}

/** An id that no role ever had, because the audit log still names deleted roles. */
async function nextRoleId(tx: Transaction, shopId: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select greatest(
      (select max(id) from role where config_id = ${shopId}),
      (select max(subject_id::int) from audit_entry where config_id = ${shopId} and subject = 'role')
    ) + 1 as id`.execute(tx)
  return rows[0]?.id ?? 3
}

function nameTaken({ name }: Pick<RoleInput, 'name'>): AppError {
  const message = `A role named ${name} already exists`
  return new AppError(409, 'name_taken', message, [{ path: 'name', message }])
}
