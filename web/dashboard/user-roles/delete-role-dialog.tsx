import { customerRole, deleteRole, type Role } from '#contract/identity/role.ts'
import { roles as roleResource } from '#web/data/admin/roles.ts'
import { describeForm, notEdited } from '../record-form/describe-form.ts'
import { fixed, select } from '../record-form/fields.tsx'
import { FormDialog } from '../record-form/form-dialog.tsx'
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
  const others = assignableRoles(roles).filter(([value]) => value !== String(id))
  const people = members === 1 ? '1 person has' : `${members} people have`
  return (
    <FormDialog
      title={`Delete the role ${name}?`}
      intro={
        isUsed
          ? `${people} this role${invited > 0 ? `, ${invited} invited` : ''}. Choose their new role.`
          : 'Nobody has this role.'
      }
      of={describeForm(deleteRole.input, {
        id: fixed(id),
        moveTo: isUsed
          ? select('New role', [
              ...others.toReversed(),
              [String(customerRole), 'Customer (no dashboard access)'],
            ])
          : notEdited,
      })}
      action="Delete role"
      busyAction="Deleting…"
      submit={remove.mutateAsync}
      onClose={onClose}
    />
  )
}
