import * as contract from '#contract/identity/role.ts'
import { callerOf } from '#server/http/session/audience.ts'
import { route, type RequestContext } from '#server/http/route.ts'
import { asStaff } from '#server/modules/audit/index.ts'
import { mayGrant } from './permissions.ts'
import { effectivePermissions } from './effective-permissions.ts'
import { findListedRole, isFixed, listRoles, type ListedRole } from './role.queries.ts'
import { createRole, deleteRole, updateRole } from './role.writes.ts'

const list = route(contract.getRoles, async (input, context) => {
  const { data, total } = await listRoles(context.db, context.shop.shopId, input)
  return { data: data.map((role) => answerOf(role, context)), total }
})

const read = route(contract.getRole, async ({ id }, context) => {
  const role = await findListedRole(context.db, context.shop.shopId, id)
  return { data: answerOf(role, context) }
})

const answerOf = (role: ListedRole, context: RequestContext) => ({
  ...role,
  permissions: effectivePermissions(role.id, role.permissions),
  fixed: isFixed(role.id),
  grantable: mayGrant(callerOf(context), role),
})

const create = route(contract.createRole, async (input, context) => {
  const id = await asStaff(context, (tx, write) => createRole(tx, write, input))
  return { data: { id }, message: `Role ${input.name} created` }
})

const update = route(contract.updateRole, async ({ id, ...changes }, context) => {
  await asStaff(context, (tx, write) => updateRole(tx, write, id, changes))
  return { message: 'Role saved' }
})

const remove = route(contract.deleteRole, async ({ id, moveTo }, context) => {
  await asStaff(context, (tx, write) => deleteRole(tx, write, id, moveTo))
  return { message: 'Role deleted' }
})

export const roleRoutes = [list, read, create, update, remove]
