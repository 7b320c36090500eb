import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import type { invite } from '#contract/identity/invitation.ts'
import { createRole, deleteRole, getRole, getRoles, updateRole } from '#contract/identity/role.ts'
import type { getStaff, updateStaff } from '#contract/identity/staff.ts'
import { call } from '#web/lib/call.ts'
import { adminKey } from '../list.ts'
import { adminResource } from '../resource.ts'
import { useAdminMutation } from '../use-admin-mutation.ts'

export const roles = adminResource('roles', {
  list: getRoles,
  detail: getRole,
  create: createRole,
  update: updateRole,
  remove: deleteRole,
})

/** A page of the staff. */
export function useStaff(query: z.input<typeof getStaff.input>) {
  return useQuery({
    queryKey: adminKey('staff', query),
    queryFn: ({ signal }) => call('GET admin/staff', query, { signal }),
    placeholderData: keepPreviousData,
  })
}

/** Reads a staff member past the cache. */
export const readStaffMember = async (id: number) => (await call('GET admin/staff/:id', { id })).data

export const useStaffChanges = () => ({
  update: useAdminMutation((input: z.input<typeof updateStaff.input>) =>
    call('PATCH admin/staff/:id', input),
  ),
  remove: useAdminMutation((id: number) => call('DELETE admin/staff/:id', { id })),
})

const MAX_INVITATIONS = 100

/** The latest pending invitations. */
export function useInvitations() {
  return useQuery({
    queryKey: adminKey('invitations'),
    queryFn: ({ signal }) => call('GET admin/invitations', { limit: MAX_INVITATIONS }, { signal }),
  })
}

export const useInvitationChanges = () => ({
  invite: useAdminMutation((input: z.input<typeof invite.input>) => call('POST admin/invitations', input)),
  resend: useAdminMutation((id: number) => call('POST admin/invitations/:id/resend', { id })),
  copyLink: useAdminMutation((id: number) => call('POST admin/invitations/:id/link', { id })),
  withdraw: useAdminMutation((id: number) => call('DELETE admin/invitations/:id', { id })),
})
