import { useState } from 'react'
import type { Role } from '#contract/identity/role.ts'
import { updateStaff, type StaffMember } from '#contract/identity/staff.ts'
import { readStaffMember, useStaffChanges } from '#web/data/admin/people/staff.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { describeForm } from '../record-form/describe-form.ts'
import { DescribedForm } from '../record-form/described-form.tsx'
import { fixed, select } from '../record-form/fields.tsx'
import { assignableRoles } from './assignable-roles.ts'

interface ChangeRoleProps {
  member: StaffMember
  roles: readonly Role[]
  onClose(): void
}

const describeRole = (id: number, roles: readonly Role[]) =>
  describeForm(updateStaff.input, {
    id: fixed(id),
    roleId: select('Role', assignableRoles(roles), { other: 'Another role' }),
  })

const storedRole = ({ id, role, version }: StaffMember) => ({ id, roleId: role.id, version })

/** Changes the role of a staff member. */
export function ChangeRoleDialog({ member, roles, onClose }: ChangeRoleProps) {
  const { id, fullName } = member
  const { update } = useStaffChanges()
  const [start] = useState(() => storedRole(member))
  return (
    <Dialog title={`Role of ${fullName}`} onClose={onClose}>
      <DescribedForm
        label="Role"
        draft={`role of staff ${id}`}
        action="Save role"
        of={describeRole(id, roles)}
        record={start}
        reread={async () => storedRole(await readStaffMember(id))}
        update={(input, { version }) => update.mutateAsync({ ...input, version })}
        onSaved={onClose}
        onCancel={onClose}
      />
    </Dialog>
  )
}
