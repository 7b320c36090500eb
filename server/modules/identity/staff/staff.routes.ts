import { customerRole } from '#contract/identity/role.ts'
import * as contract from '#contract/identity/staff.ts'
import { callerOf } from '#server/http/session/audience.ts'
import { route, type RequestContext } from '#server/http/route.ts'
import { asStaff } from '#server/modules/audit/index.ts'
import { mayGrant } from '../roles/permissions.ts'
import { findStaffMember, listStaff, type ListedStaff } from './staff.queries.ts'
import { changeRole } from './staff.writes.ts'

const list = route(contract.getStaff, async (input, context) => {
  const { data, total } = await listStaff(context.db, context.shop.shopId, input)
  return { data: data.map((member) => answerOf(member, context)), total }
})

const read = route(contract.getStaffMember, async ({ id }, context) => {
  const member = await findStaffMember(context.db, context.shop.shopId, id)
  return { data: answerOf(member, context) }
})

function answerOf(
  { roleId: id, roleName: name, permissions, createdAt, seenAt, ...member }: ListedStaff,
  context: RequestContext,
) {
  const caller = callerOf(context)
  return {
    ...member,
    role: { id, name },
    memberSince: createdAt.toISOString(),
    seen_at: seenAt?.toISOString() ?? null,
    changeable: member.id !== caller.userId && mayGrant(caller, { id, permissions }),
  }
}

const update = route(contract.updateStaff, async ({ id: userId, roleId, version }, context) => {
  await asStaff(context, (tx, write) =>
    changeRole(tx, write, { userId, roleId, ...(version !== undefined && { version }) }),
  )
  return { message: 'Role changed' }
})

const remove = route(contract.removeStaff, async ({ id: userId }, context) => {
  await asStaff(context, (tx, write) => changeRole(tx, write, { userId, roleId: customerRole }))
  return { message: 'Removed from staff' }
})

export const staffRoutes = [list, read, update, remove]
