import { useState } from 'react'
import { useInvitations, useRoles, useStaff } from '../../data/admin-staff.ts'
import { useTableState } from '../../lib/use-table-state.ts'
import { Button } from '../../ui/button.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { DashboardPage } from '../dashboard-page.tsx'
import { InvitationList } from './invitation-list.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { RoleList } from './role-list.tsx'
import { StaffTable } from './staff-table.tsx'

/** Who works here, and what each of them may do. */
export default function UserRoles() {
  const table = useTableState({ sort: 'name' })
  const queries = { roles: useRoles(), invitations: useInvitations(), staff: useStaff(table.query) }
  const { roles, invitations, staff } = queries
  const [inviting, setInviting] = useState(false)
  const known = roles.data?.data ?? []
  // All at once: one that comes later would move the others.
  const together = {
    data: roles.data && invitations.data && staff.data && { invited: invitations.data.data },
    isError: Object.values(queries).some(({ isError }) => isError),
    refetch: () => Promise.all(Object.values(queries).map((query) => query.refetch())),
  }
  return (
    <DashboardPage
      title="Roles and staff"
      actions={<Button onClick={() => setInviting(true)}>Invite staff</Button>}
    >
      <Loaded query={together} skeleton={<Skeleton className="h-[60rem]" />}>
        {({ invited }) => (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
            <StaffTable table={table} query={staff} roles={known} />
            <InvitationList invitations={invited} />
            <RoleList roles={known} />
          </div>
        )}
      </Loaded>
      {inviting && <InviteDialog roles={known} onClose={() => setInviting(false)} />}
    </DashboardPage>
  )
}
