import * as contract from '#contract/role.ts'
import { permissionsOf, callerOf } from '#server/http/caller.ts'
import { route } from '#server/http/route.ts'
import { asStaff } from '#server/modules/journal/index.ts'
import { mayGrant } from './authority.ts'
import { isFixed, listRoles } from './role.queries.ts'
import { createRole, deleteRole, updateRole } from './role.writes.ts'

const list = route(contract.getRoles, async (input, context) => {
  const caller = callerOf(context)
  const { data, total } = await listRoles(context.db, context.shop.configId, input)
  const shown = data.map((role) => ({
    ...role,
    permissions: permissionsOf(role.id, role.permissions),
    fixed: isFixed(role.id),
    grantable: mayGrant(caller, role),
  }))
  return { data: shown, total }
})

const create = route(contract.createRole, async (input, context) => {
  const id = await asStaff(context, (tx, write) => createRole(tx, write, input))
  return { data: { id }, message: `The role ${input.name} is there` }
})

const update = route(contract.updateRole, async ({ id, ...changes }, context) => {
  await asStaff(context, (tx, write) => updateRole(tx, write, id, changes))
  return { message: 'The role is saved' }
})

const remove = route(contract.deleteRole, async ({ id, moveTo }, context) => {
  await asStaff(context, (tx, write) => deleteRole(tx, write, id, moveTo))
  return { message: 'The role is deleted' }
})

export const roleRoutes = [list, create, update, remove]
