import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import type { getInvitations, invite, resendInvitation, withdrawInvitation } from '#contract/invitation.ts'
import type { createRole, deleteRole, getRoles, updateRole } from '#contract/role.ts'
import type { getStaff, removeStaff, updateStaff } from '#contract/staff.ts'
import { api } from '../lib/api.ts'
import { readRow } from './admin-list.ts'

/** Roles, staff and invitations hang together: a change of one is read anew in all. */
const staffKey = ['personal', 'admin', 'staff']

export function useRoles() {
  return useQuery({
    queryKey: [...staffKey, 'roles'],
    queryFn: ({ signal }) => api<typeof getRoles>('GET', 'admin/roles', {}, signal),
  })
}

/** One page of the staff. */
export function useStaff(query: z.input<typeof getStaff.input>) {
  return useQuery({
    queryKey: [...staffKey, 'list', query],
    queryFn: ({ signal }) => api<typeof getStaff>('GET', 'admin/staff', query, signal),
    placeholderData: keepPreviousData,
  })
}

/** The latest hundred who were invited and have not accepted. */
export function useInvitations() {
  return useQuery({
    queryKey: [...staffKey, 'invitations'],
    queryFn: ({ signal }) => api<typeof getInvitations>('GET', 'admin/invitations', { limit: 100 }, signal),
  })
}

/** A role as it is stored now. */
export const readRole = (id: number) =>
  readRow(
    (page) => api<typeof getRoles>('GET', 'admin/roles', page),
    (row) => row.id === id,
  )

/** Somebody of the staff as stored now. */
export const readMember = (id: number) =>
  readRow(
    (page) => api<typeof getStaff>('GET', 'admin/staff', page),
    (row) => row.id === id,
  )

/** Changes of roles, staff and invitations; each rejects with an `ApiError` and answers what the server says. */
export function useStaffChanges() {
  const client = useQueryClient()
  const then = async ({ message }: { message: string }) => {
    await client.invalidateQueries({ queryKey: staffKey })
    return message
  }
  return {
    createRole: async (input: z.input<typeof createRole.input>) =>
      then(await api<typeof createRole>('POST', 'admin/roles', input)),
    updateRole: async (input: z.input<typeof updateRole.input>) =>
      then(await api<typeof updateRole>('PATCH', 'admin/roles/:id', input)),
    deleteRole: async (input: z.input<typeof deleteRole.input>) =>
      then(await api<typeof deleteRole>('DELETE', 'admin/roles/:id', input)),
    changeRole: async (input: z.input<typeof updateStaff.input>) =>
      then(await api<typeof updateStaff>('PATCH', 'admin/staff/:id', input)),
    remove: async (id: number) => then(await api<typeof removeStaff>('DELETE', 'admin/staff/:id', { id })),
    invite: async (input: z.input<typeof invite.input>) =>
      then(await api<typeof invite>('POST', 'admin/invitations', input)),
    resend: async (id: number) =>
      then(await api<typeof resendInvitation>('POST', 'admin/invitations/:id/resend', { id })),
    withdraw: async (id: number) =>
      then(await api<typeof withdrawInvitation>('DELETE', 'admin/invitations/:id', { id })),
  }
}
