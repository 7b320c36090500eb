import { useState } from 'react'
import type { Role } from '#contract/identity/role.ts'
import { updateStaff, type StaffMember } from '#contract/identity/staff.ts'
import { readStaffMember, useStaffChanges } from '#web/data/admin/people/staff.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { RecordForm } from '../record-form/record-form.tsx'
import { assignableRoles } from './assignable-roles.ts'

interface ChangeRoleProps {
  member: StaffMember
  roles: readonly Role[]
  onClose(): void
}

const storedRole = ({ id, role, version }: StaffMember) => ({ id, roleId: role.id, version })

/** Changes the role of a staff member. */
export function ChangeRoleDialog({ member, roles, onClose }: ChangeRoleProps) {
  const { id, fullName, role } = member
  const { update } = useStaffChanges()
  const [start] = useState(() => storedRole(member))
  return (
    <Dialog title={`Role of ${fullName}`} onClose={onClose}>
      <RecordForm
        label="Role"
        draft={`role of staff ${id}`}
        action="Save role"
        schema={updateStaff.input}
        read={({ roleId }) => ({ id, roleId })}
        record={start}
        parts={[
          {
            name: 'Role',
            fields: ['roleId'],
            text: ({ roleId }) =>
              roles.find((option) => option.id === Number(roleId))?.name ?? 'Another role',
          },
        ]}
        reread={async () => storedRole(await readStaffMember(id))}
        update={(input, { version }) => update.mutateAsync({ ...input, version })}
        onSaved={onClose}
        onCancel={onClose}
      >
        {(form) => (
          <SelectField
            {...form.field('roleId')}
            label="Role"
            options={assignableRoles(roles)}
            defaultValue={String(role.id)}
          />
        )}
      </RecordForm>
    </Dialog>
  )
}
