import { permissions } from '#contract/endpoint.ts'
import { createRoleInput, updateRoleInput, type Role } from '#contract/role.ts'
import { useSession } from '../../data/session.ts'
import { useStaffChanges } from '../../data/admin-staff.ts'
import { showToast } from '../../lib/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { CheckboxField } from '../../ui/form/checkbox-field.tsx'
import { Form } from '../../ui/form/form.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { rightWords } from './rights.ts'

/** A new role, or the name and rights of one. */
export function RoleDialog({ role, onClose }: { role: Role | undefined; onClose(): void }) {
  const { data: user } = useSession()
  const { createRole, updateRole } = useStaffChanges()
  const form = useForm({
    schema: role ? updateRoleInput : createRoleInput,
    read: ({ name = '', ...ticked }) => ({
      ...(role && { id: role.id, version: role.version }),
      name,
      permissions: permissions.filter((right) => `right-${right}` in ticked),
    }),
    async submit(input) {
      const message = 'id' in input ? await updateRole(input) : await createRole(input)
      showToast('success', message)
      onClose()
    },
  })
  const { error } = form.field('permissions')
  return (
    <Dialog title={role ? `Role ${role.name}` : 'New role'} onClose={onClose}>
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
        <TextField {...form.field('name')} label="Name" maxLength={200} defaultValue={role?.name} />
        <fieldset aria-describedby={error && 'rights-error'}>
          <legend className="font-medium">May work on</legend>
          {permissions.map((right) => (
            <CheckboxField
              key={right}
              name={`right-${right}`}
              label={`${rightWords[right].name}: ${rightWords[right].allows}`}
              defaultChecked={role?.permissions.includes(right)}
              disabled={!user?.permissions.includes(right)}
            />
          ))}
          {error && (
            <p id="rights-error" role="alert" className="mt-1.5 text-sm font-medium text-danger">
              {error}
            </p>
          )}
        </fieldset>
      </Form>
    </Dialog>
  )
}
