import { customerRole, deleteRole as call, type Role } from '#contract/role.ts'
import { useStaffChanges } from '../../data/admin-staff.ts'
import { showToast } from '../../lib/toasts.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Form } from '../../ui/form/form.tsx'
import { SelectField } from '../../ui/form/select-field.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { staffRoles } from './staff-roles.ts'

interface DeleteRoleProps {
  role: Role
  roles: readonly Role[]
  onClose(done: boolean): void
}

/** Asks before a role is deleted, and what becomes of who has it. */
export function DeleteRoleDialog({ role, roles, onClose }: DeleteRoleProps) {
  const { id, name, members, invited } = role
  const { deleteRole } = useStaffChanges()
  const used = members + invited > 0
  const form = useForm({
    schema: call.input,
    read: ({ moveTo }) => ({ id, ...(moveTo && { moveTo }) }),
    async submit(input) {
      showToast('success', await deleteRole(input))
      onClose(true)
    },
  })
  const others = staffRoles(roles).filter(([value]) => value !== String(id))
  const people = members === 1 ? 'One person has it' : `${members} people have it`
  return (
    <Dialog title={`Delete the role ${name}?`} onClose={() => onClose(false)}>
      <p className="mb-5 text-quiet">
        {used
          ? `${people}${invited > 0 ? `, ${invited} invited` : ''}. They get another role at once.`
          : 'Nobody has it.'}
      </p>
      <Form form={form} action="Delete role" busyAction="Deleting…" onCancel={() => onClose(false)}>
        {used && (
          <SelectField
            {...form.field('moveTo')}
            label="They get the role"
            options={[...others.toReversed(), [String(customerRole), 'Customer (not staff any more)']]}
          />
        )}
      </Form>
    </Dialog>
  )
}
