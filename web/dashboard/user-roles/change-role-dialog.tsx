import type { Role } from '#contract/identity/role.ts'
import { updateStaff, type StaffMember } from '#contract/identity/staff.ts'
import { useAdminCall } from '#web/data/admin/use-admin-mutation.ts'
import { readData } from '#web/data/admin/query.ts'
import { describeForm } from '../record-form/describe-form.ts'
import { RecordDialog } from '../record-form/form-dialog.tsx'
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
  const update = useAdminCall('PATCH admin/staff/:id')
  return (
    <RecordDialog
      title={`Role of ${fullName}`}
      onClose={onClose}
      label="Role"
      draft={`role of staff ${id}`}
      action="Save role"
      of={describeRole(id, roles)}
      record={storedRole(member)}
      reread={async () => storedRole(await readData('GET admin/staff/:id', { id }))}
      update={(input, { version }) => update.mutateAsync({ ...input, version })}
    />
  )
}
