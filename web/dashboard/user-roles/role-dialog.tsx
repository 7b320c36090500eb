import { permissions } from '#contract/endpoint.ts'
import { createRoleInput, type Role } from '#contract/identity/role.ts'
import { roles } from '#web/data/admin/roles.ts'
import { describeForm } from '../record-form/describe-form.ts'
import { RecordDialog } from '../record-form/form-dialog.tsx'
import { text } from '../record-form/fields.tsx'
import { usePermissionsField } from './use-permissions-field.ts'

/** Creates a role, or edits its name and permissions. */
export function RoleDialog({ role, onClose }: { role: Role | undefined; onClose(): void }) {
  const { create, update } = roles.useChanges()
  const id = role?.id ?? 0
  const form = describeForm(createRoleInput, {
    name: text('Name', { maxLength: 200 }),
    permissions: usePermissionsField(permissions),
  })
  return (
    <RecordDialog
      title={role ? `Role ${role.name}` : 'New role'}
      onClose={onClose}
      label="Role"
      draft={`role ${role?.id ?? 'new'}`}
      action="Save role"
      of={form}
      record={role}
      reread={() => roles.read(id)}
      create={create.mutateAsync}
      update={({ name, permissions: granted }, { version }) =>
        update.mutateAsync({ id, name, permissions: granted, version })
      }
    />
  )
}
