import { useState } from 'react'
import { useAdminList } from '#web/data/admin/query.ts'
import { roles as roleResource } from '#web/data/admin/roles.ts'
import { useTableState } from '#web/ui/table/use-table-state.ts'
import { Button } from '#web/ui/button.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { DashboardPage } from '../dashboard-page.tsx'
import { InvitationList } from './invitation-list.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { RoleList } from './role-list.tsx'
import { StaffTable } from './staff-table.tsx'

/** Staff, invitations and roles. */
export default function UserRoles() {
  const table = useTableState({ search: 'Search staff', sort: 'name' })
  const queries = {
    roles: roleResource.useList({}),
    invitations: useAdminList('GET admin/invitations', { limit: 100 }),
    staff: useAdminList('GET admin/staff', table.query),
  }
  const { roles, invitations, staff } = queries
  const [inviting, setInviting] = useState(false)
  const roleList = roles.data?.data ?? []
  // Shown together, so that a late answer moves nothing.
  const combined = {
    data: roles.data && invitations.data && staff.data && { invited: invitations.data.data },
    isError: Object.values(queries).some(({ isError }) => isError),
    refetch: () => Promise.all(Object.values(queries).map((query) => query.refetch())),
  }
  return (
    <DashboardPage
      title="Roles and staff"
      actions={<Button onClick={() => setInviting(true)}>Invite staff</Button>}
    >
      <Loaded query={combined} skeleton={<Skeleton className="h-[60rem]" />}>
        {({ invited }) => (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
            <StaffTable table={table} query={staff} roles={roleList} />
            <InvitationList invitations={invited} />
            <RoleList roles={roleList} />
          </div>
        )}
      </Loaded>
      {inviting && <InviteDialog roles={roleList} onClose={() => setInviting(false)} />}
    </DashboardPage>
  )
}
