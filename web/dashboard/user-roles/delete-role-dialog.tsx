import { customerRole, deleteRole, type Role } from '#contract/identity/role.ts'
import { roles as roleResource } from '#web/data/admin/people/staff.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import { assignableRoles } from './assignable-roles.ts'

interface DeleteRoleProps {
  role: Role
  roles: readonly Role[]
  onClose(done: boolean): void
}

/** Confirms the deletion of a role and asks for the new role of its members. */
export function DeleteRoleDialog({ role, roles, onClose }: DeleteRoleProps) {
  const { id, name, members, invited } = role
  const { remove } = roleResource.useChanges()
  const isUsed = members + invited > 0
  const form = useForm({
    schema: deleteRole.input,
    read: ({ moveTo }) => ({ id, ...(moveTo && { moveTo }) }),
    async submit(input) {
      await remove.mutateAsync(input)
      onClose(true)
    },
  })
  const others = assignableRoles(roles).filter(([value]) => value !== String(id))
  const people = members === 1 ? '1 person has' : `${members} people have`
  return (
    <Dialog title={`Delete the role ${name}?`} onClose={() => onClose(false)}>
      <p className="mb-5 text-quiet">
        {isUsed
          ? `${people} this role${invited > 0 ? `, ${invited} invited` : ''}. Choose their new role.`
          : 'Nobody has this role.'}
      </p>
      <Form form={form} action="Delete role" busyAction="Deleting…" onCancel={() => onClose(false)}>
        {isUsed && (
          <SelectField
            {...form.field('moveTo')}
            label="New role"
            options={[...others.toReversed(), [String(customerRole), 'Customer (no dashboard access)']]}
          />
        )}
      </Form>
    </Dialog>
  )
}
