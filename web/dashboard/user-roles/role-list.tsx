import { useRef, useState } from 'react'
import type { Role } from '#contract/identity/role.ts'
import { useFocus } from '#web/lib/browser/focus.ts'
import { Button } from '#web/ui/button.tsx'
import { Panel } from '../panel.tsx'
import { RowActions } from '../list-page/row-actions.tsx'
import { DeleteRoleDialog } from './delete-role-dialog.tsx'
import { permissionLabels } from './permission-labels.ts'
import { RoleDialog } from './role-dialog.tsx'

/** The roles of the shop with their permissions. */
export function RoleList({ roles }: { roles: readonly Role[] }) {
  const [editing, setEditing] = useState<Role | 'new'>()
  const [deleting, setDeleting] = useState<Role>()
  const heading = useRef<HTMLHeadingElement>(null)
  const focus = useFocus()
  return (
    <Panel
      title="Roles"
      headingRef={heading}
      intro="Roles define what staff can access. Changes apply immediately."
    >
      <ul className="divide-y divide-line">
        {roles.map((role) => (
          <li key={role.id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 py-2">
            <p className="min-w-0 wrap-anywhere">
              <span className="font-medium">{role.name}</span>
              <span className="block text-sm text-quiet">{roleSummary(role)}</span>
            </p>
            {!role.fixed && (
              <RowActions
                id={role.id}
                name={role.name}
                subject="role"
                {...(role.grantable && {
                  onEdit: () => setEditing(role),
                  onDelete: () => setDeleting(role),
                })}
              />
            )}
          </li>
        ))}
      </ul>
      <Button kind="secondary" className="mt-4" onClick={() => setEditing('new')}>
        Add role
      </Button>
      {deleting && (
        <DeleteRoleDialog
          role={deleting}
          roles={roles}
          onClose={(done) => {
            setDeleting(undefined)
            if (done) focus(() => heading.current)
          }}
        />
      )}
      {editing && (
        <RoleDialog role={editing === 'new' ? undefined : editing} onClose={() => setEditing(undefined)} />
      )}
    </Panel>
  )
}

function roleSummary({ permissions, members, fixed }: Role): string {
  const people = members === 1 ? '1 person' : `${members} people`
  const access = permissions.map((permission) => permissionLabels[permission].name).join(', ')
  if (fixed) return `${permissions.length > 0 ? 'Full access' : 'No dashboard access'} · ${people}`
  return `${access} · ${people}`
}
