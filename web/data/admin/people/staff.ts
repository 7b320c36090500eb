import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { createRole, deleteRole, getRole, getRoles, updateRole } from '#contract/identity/role.ts'
import { call, type CallInput } from '#web/lib/call.ts'
import { adminQuery } from '../query.ts'
import { adminResource } from '../resource.ts'
import { useAdminCall, useAdminMutation } from '../use-admin-mutation.ts'

export const roles = adminResource('roles', {
  list: getRoles,
  detail: getRole,
  create: createRole,
  update: updateRole,
  remove: deleteRole,
})

/** A page of the staff. */
export function useStaff(query: CallInput<'GET admin/staff'>) {
  return useQuery({
    ...adminQuery('GET admin/staff', query),
    placeholderData: keepPreviousData,
  })
}

/** Reads a staff member past the cache. */
export const readStaffMember = async (id: number) => (await call('GET admin/staff/:id', { id })).data

export const useStaffChanges = () => ({
  update: useAdminCall('PATCH admin/staff/:id'),
  remove: useAdminMutation((id: number) => call('DELETE admin/staff/:id', { id })),
})

const MAX_INVITATIONS = 100

/** The latest pending invitations. */
export function useInvitations() {
  return useQuery({
    ...adminQuery('GET admin/invitations', { limit: MAX_INVITATIONS }),
  })
}

export const useInvitationChanges = () => ({
  invite: useAdminCall('POST admin/invitations'),
  resend: useAdminMutation((id: number) => call('POST admin/invitations/:id/resend', { id })),
  copyLink: useAdminMutation((id: number) => call('POST admin/invitations/:id/link', { id })),
  withdraw: useAdminMutation((id: number) => call('DELETE admin/invitations/:id', { id })),
})
