import { useState } from 'react'
import { permissions, type Permission } from '#contract/endpoint.ts'
import { createRoleInput, type Role } from '#contract/identity/role.ts'
import { roles } from '#web/data/admin/people/staff.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { describeForm } from '../record-form/describe-form.ts'
import { DescribedForm } from '../record-form/described-form.tsx'
import { custom, text } from '../record-form/fields.tsx'
import { checkedPermissions, PermissionFields } from './permission-fields.tsx'
import { permissionLabels } from './permission-labels.ts'

const form = describeForm(createRoleInput, {
  name: text('Name', { maxLength: 200 }),
  permissions: custom<Permission[]>({
    label: 'Permissions',
    read: ({ texts }) => checkedPermissions(texts, permissions),
    show: (granted) =>
      permissions
        .filter((permission) => granted.includes(permission))
        .map((permission) => permissionLabels[permission].name)
        .join(', '),
    control: ({ name, form: { error }, value }) => <PermissionFields chosen={value} error={error(name)} />,
  }),
})

/** Creates a role, or edits its name and permissions. */
export function RoleDialog({ role, onClose }: { role: Role | undefined; onClose(): void }) {
  const { create, update } = roles.useChanges()
  const [start] = useState(role)
  const id = role?.id ?? 0
  return (
    <Dialog title={role ? `Role ${role.name}` : 'New role'} onClose={onClose}>
      <DescribedForm
        label="Role"
        draft={`role ${role?.id ?? 'new'}`}
        action="Save role"
        of={form}
        record={start}
        reread={() => roles.read(id)}
        create={create.mutateAsync}
        update={({ name, permissions: granted }, { version }) =>
          update.mutateAsync({ id, name, permissions: granted, version })
        }
        onSaved={onClose}
        onCancel={onClose}
      />
    </Dialog>
  )
}
