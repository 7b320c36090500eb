import { useState } from 'react'
import { permissions } from '#contract/endpoint.ts'
import { createRoleInput, type Role } from '#contract/identity/role.ts'
import { roles } from '#web/data/admin/people/staff.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { RecordForm } from '../record-form/record-form.tsx'
import { checkedPermissions, PermissionFields } from './permission-fields.tsx'
import { permissionLabels } from './permission-labels.ts'

/** Creates a role, or edits its name and permissions. */
export function RoleDialog({ role, onClose }: { role: Role | undefined; onClose(): void }) {
  const { create, update } = roles.useChanges()
  const [start] = useState(role)
  const id = role?.id ?? 0
  return (
    <Dialog title={role ? `Role ${role.name}` : 'New role'} onClose={onClose}>
      <RecordForm
        label="Role"
        draft={`role ${role?.id ?? 'new'}`}
        action="Save role"
        schema={createRoleInput}
        read={({ name = '', ...fields }) => ({ name, permissions: checkedPermissions(fields, permissions) })}
        record={start}
        parts={[
          { name: 'Name', fields: ['name'] },
          {
            name: 'Permissions',
            fields: ['permissions'],
            text: (input) =>
              permissions
                .filter((permission) => input.permissions.includes(permission))
                .map((permission) => permissionLabels[permission].name)
                .join(', '),
          },
        ]}
        reread={() => roles.read(id)}
        create={create.mutateAsync}
        update={({ name, permissions: granted }, { version }) =>
          update.mutateAsync({ id, name, permissions: granted, version })
        }
        onSaved={onClose}
        onCancel={onClose}
      >
        {(form) => (
          <>
            <TextField {...form.field('name')} label="Name" maxLength={200} defaultValue={role?.name} />
            <PermissionFields chosen={role?.permissions} error={form.error('permissions')} />
          </>
        )}
      </RecordForm>
    </Dialog>
  )
}
