import { customerRole } from '#contract/role.ts'
import * as contract from '#contract/staff.ts'
import { callerOf } from '#server/http/caller.ts'
import { route } from '#server/http/route.ts'
import { asStaff } from '#server/modules/journal/index.ts'
import { mayGrant } from './authority.ts'
import { listStaff } from './staff.queries.ts'
import { changeRole } from './staff.writes.ts'

const list = route(contract.getStaff, async (input, context) => {
  const caller = callerOf(context)
  const { data, total } = await listStaff(context.db, context.shop.configId, input)
  const shown = data.map(({ roleId: id, roleName: name, permissions, createdAt, seenAt, ...member }) => ({
    ...member,
    role: { id, name },
    memberSince: createdAt.toISOString(),
    seen_at: seenAt?.toISOString() ?? null,
    changeable: member.id !== caller.userId && mayGrant(caller, { id, permissions }),
  }))
  return { data: shown, total }
})

const update = route(contract.updateStaff, async ({ id: userId, roleId, version }, context) => {
  await asStaff(context, (tx, write) =>
    changeRole(tx, write, { userId, roleId, ...(version !== undefined && { version }) }),
  )
  return { message: 'The role is changed' }
})

const remove = route(contract.removeStaff, async ({ id: userId }, context) => {
  await asStaff(context, (tx, write) => changeRole(tx, write, { userId, roleId: customerRole }))
  return { message: 'Taken out of the staff' }
})

export const staffRoutes = [list, update, remove]
