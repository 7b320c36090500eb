import { useRef, useState } from 'react'
import type { Role } from '#contract/role.ts'
import type { StaffMember } from '#contract/staff.ts'
import { useStaffChanges, type useStaff } from '../../data/admin-staff.ts'
import { useShop } from '../../data/shop.ts'
import { momentOf } from '../../lib/clock.ts'
import { focusAfterWait } from '../../lib/focus.ts'
import type { TableState } from '../../lib/use-table-state.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import type { Column } from '../../ui/table/column.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { Panel } from '../panel.tsx'
import { HistoryLink } from '../shelves/row-actions.tsx'
import { ChangeRoleDialog } from './change-role-dialog.tsx'
import { RowButton } from './row-button.tsx'
import { useDoing } from './use-doing.ts'

interface Asked {
  what: 'role' | 'remove'
  member: StaffMember
}

interface StaffTableProps {
  table: TableState
  query: ReturnType<typeof useStaff>
  roles: readonly Role[]
}

/** Everyone who may do something here. */
export function StaffTable({ table, query, roles }: StaffTableProps) {
  const { remove } = useStaffChanges()
  const { run } = useDoing()
  const heading = useRef<HTMLHeadingElement>(null)
  const [asked, setAsked] = useState<Asked>()
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
      name: 'E-mail',
      sort: ['email', 'email'],
      cell: ({ email }) => <span className="wrap-anywhere">{email}</span>,
    },
    { id: 'role', name: 'Role', cell: ({ role }) => <span className="wrap-anywhere">{role.name}</span> },
    {
      id: 'seen',
      name: 'Last seen',
      optional: true,
      cell: ({ seen_at }) => (seen_at ? momentOf(seen_at, shop) : 'Not signed in'),
    },
    {
      id: 'actions',
      name: 'Actions',
      cell: (member) => (
        <span className="flex flex-wrap gap-x-1">
          {member.changeable && (
            <>
              <RowButton
                aria-label={`Change role of ${member.fullName}`}
                onClick={() => setAsked({ what: 'role', member })}
              >
                Change role
              </RowButton>
              <RowButton
                danger
                aria-label={`Remove ${member.fullName}`}
                onClick={() => setAsked({ what: 'remove', member })}
              >
                Remove
              </RowButton>
            </>
          )}
          <HistoryLink subject="staff" id={member.id} name={member.fullName} />
        </span>
      ),
    },
  ]
  const close = () => setAsked(undefined)
  return (
    <Panel
      title="Staff"
      headingRef={heading}
      intro="Nobody changes their own role, or gives rights that they do not have."
    >
      <DataTable
        caption="Staff"
        columns={columns}
        table={table}
        query={query}
        rowKey={({ id }) => id}
        rowName={({ fullName }) => fullName}
        searchLabel="Search staff"
        empty={<p className="text-quiet">Nobody yet.</p>}
      />
      {asked?.what === 'role' && <ChangeRoleDialog member={asked.member} roles={roles} onClose={close} />}
      {asked?.what === 'remove' && (
        <ConfirmDialog
          title={`Remove ${asked.member.fullName}?`}
          text={`${asked.member.fullName} leaves the staff and stays a customer, with the same account. It holds at once.`}
          confirm="Remove from staff"
          onClose={close}
          onConfirm={() => {
            const pressed = document.activeElement
            void run(() => remove(asked.member.id)).then(
              (done) => done && focusAfterWait(pressed, heading.current),
            )
          }}
        />
      )}
    </Panel>
  )
}
