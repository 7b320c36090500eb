import { useRef, useState } from 'react'
import type { Role } from '#contract/role.ts'
import { changeAndFocus } from '../../lib/focus.ts'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../panel.tsx'
import { HistoryLink } from '../shelves/row-actions.tsx'
import { DeleteRoleDialog } from './delete-role-dialog.tsx'
import { rightWords } from './rights.ts'
import { RoleDialog } from './role-dialog.tsx'
import { RowButton } from './row-button.tsx'

/** The roles of the shop and what they may do. */
export function RoleList({ roles }: { roles: readonly Role[] }) {
  const [editing, setEditing] = useState<Role | 'new'>()
  const [deleting, setDeleting] = useState<Role>()
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <Panel
      title="Roles"
      headingRef={heading}
      intro="A role is a set of rights. Changes hold at the next click of who has it."
    >
      <ul className="divide-y divide-line">
        {roles.map((role) => (
          <li key={role.id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 py-2">
            <p className="min-w-0 wrap-anywhere">
              <span className="font-medium">{role.name}</span>
              <span className="block text-sm text-quiet">{describe(role)}</span>
            </p>
            {!role.fixed && (
              <span className="flex flex-wrap gap-x-1">
                {role.grantable && (
                  <>
                    <RowButton aria-label={`Edit ${role.name}`} onClick={() => setEditing(role)}>
                      Edit
                    </RowButton>
                    <RowButton danger aria-label={`Delete ${role.name}`} onClick={() => setDeleting(role)}>
                      Delete
                    </RowButton>
                  </>
                )}
                <HistoryLink subject="role" id={role.id} name={role.name} />
              </span>
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
          onClose={(done) =>
            changeAndFocus(
              () => setDeleting(undefined),
              () => (done ? heading.current : null),
            )
          }
        />
      )}
      {editing && (
        <RoleDialog role={editing === 'new' ? undefined : editing} onClose={() => setEditing(undefined)} />
      )}
    </Panel>
  )
}

function describe({ permissions, members, fixed }: Role): string {
  const people = members === 1 ? 'one person' : `${members} people`
  const rights = permissions.map((right) => rightWords[right].name).join(', ')
  if (fixed) return `${permissions.length > 0 ? 'Everything' : 'Buys in the shop'}, ${people}`
  return `${rights}; ${people}`
}
