import { useRef, useState } from 'react'
import type { Role } from '#contract/identity/role.ts'
import type { StaffMember } from '#contract/identity/staff.ts'
import type { useAdminList } from '#web/data/admin/query.ts'
import { useAdminCall } from '#web/data/admin/use-admin-mutation.ts'
import { useShop } from '#web/data/shop.ts'
import { formatDateTime } from '#web/lib/format/dates.ts'
import { useFocus } from '#web/lib/browser/focus.ts'
import type { TableState } from '#web/ui/table/use-table-state.ts'
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx'
import type { Column } from '#web/ui/table/column.ts'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { Panel } from '../panel.tsx'
import { RowActions } from '../list-page/row-actions.tsx'
import { ChangeRoleDialog } from './change-role-dialog.tsx'
import { RowButton } from '../list-page/row-button.tsx'
import { usePeopleExport } from '../list-page/use-people-export.ts'

interface OpenDialog {
  type: 'role' | 'remove'
  member: StaffMember
}

interface StaffTableProps {
  table: TableState
  query: ReturnType<typeof useAdminList<'GET admin/staff'>>
  roles: readonly Role[]
}

/** Everyone with access to the dashboard. */
export function StaffTable({ table, query, roles }: StaffTableProps) {
  const peopleExport = usePeopleExport('staff')
  const remove = useAdminCall('DELETE admin/staff/:id')
  const focus = useFocus()
  const heading = useRef<HTMLHeadingElement>(null)
  const [dialog, setDialog] = useState<OpenDialog>()
  const shop = useShop()
  const columns: Column<StaffMember>[] = [
    {
      id: 'name',
      name: 'Name',
      sort: ['name', 'name'],
      cell: ({ fullName }) => <span className="font-medium wrap-anywhere">{fullName}</span>,
    },
    {
      id: 'email',
      name: 'Email',
      sort: ['email', 'email'],
      cell: ({ email }) => <span className="wrap-anywhere">{email}</span>,
    },
    { id: 'role', name: 'Role', cell: ({ role }) => <span className="wrap-anywhere">{role.name}</span> },
    {
      id: 'seen',
      name: 'Last seen',
      optional: true,
      cell: ({ seen_at }) => (seen_at ? formatDateTime(seen_at, shop) : 'Never'),
    },
    {
      id: 'actions',
      name: 'Actions',
      cell: (member) => (
        <RowActions id={member.id} name={member.fullName} subject="staff">
          {member.changeable && (
            <>
              <RowButton
                aria-label={`Change role of ${member.fullName}`}
                onClick={() => setDialog({ type: 'role', member })}
              >
                Change role
              </RowButton>
              <RowButton
                danger
                aria-label={`Remove ${member.fullName}`}
                onClick={() => setDialog({ type: 'remove', member })}
              >
                Remove
              </RowButton>
            </>
          )}
        </RowActions>
      ),
    },
  ]
  const close = () => setDialog(undefined)
  return (
    <Panel
      title="Staff"
      headingRef={heading}
      intro="You can’t change your own role or grant permissions you don’t have."
    >
      <DataTable
        caption="Staff"
        {...peopleExport}
        columns={columns}
        table={table}
        query={query}
        rowKey={({ id }) => id}
        rowName={({ fullName }) => fullName}
        empty={<p className="text-quiet">No staff yet.</p>}
      />
      {dialog?.type === 'role' && <ChangeRoleDialog member={dialog.member} roles={roles} onClose={close} />}
      {dialog?.type === 'remove' && (
        <ConfirmDialog
          title={`Remove ${dialog.member.fullName}?`}
          text={`${dialog.member.fullName} loses dashboard access immediately and remains a customer.`}
          confirm="Remove from staff"
          onClose={close}
          onConfirm={() => {
            const button = document.activeElement
            // The button disappears with its row.
            remove.mutate({ id: dialog.member.id }, { onSuccess: () => focus(() => heading.current, button) })
          }}
        />
      )}
    </Panel>
  )
}
