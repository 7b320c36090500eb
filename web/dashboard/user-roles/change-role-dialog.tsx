import { updateStaff, type StaffMember } from '#contract/staff.ts'
import type { Role } from '#contract/role.ts'
import { useStaffChanges } from '../../data/admin-staff.ts'
import { showToast } from '../../lib/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Form } from '../../ui/form/form.tsx'
import { SelectField } from '../../ui/form/select-field.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { staffRoles } from './staff-roles.ts'

interface ChangeRoleProps {
  member: StaffMember
  roles: readonly Role[]
  onClose(): void
}

/** Another role for somebody of the staff; it holds at the next call. */
export function ChangeRoleDialog({ member, roles, onClose }: ChangeRoleProps) {
  const { id, fullName, role, version } = member
  const { changeRole } = useStaffChanges()
  const form = useForm({
    schema: updateStaff.input,
    read: ({ roleId }) => ({ id, roleId, version }),
    async submit(input) {
      showToast('success', await changeRole(input))
      onClose()
    },
  })
  return (
    <Dialog title={`Role of ${fullName}`} onClose={onClose}>
      <Form
        form={form}
        action="Save role"
        busyAction="Saving…"
        beside={
          <Button kind="quiet" onClick={onClose}>
            Cancel
          </Button>
        }
      >
        <SelectField
          {...form.field('roleId')}
          label="Role"
          options={staffRoles(roles)}
          defaultValue={String(role.id)}
        />
      </Form>
    </Dialog>
  )
}
