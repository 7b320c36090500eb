import { useState } from 'react'
import { permissions } from '#contract/endpoint.ts'
import { createRoleInput, type Role } from '#contract/people/role.ts'
import { useSession } from '../../data/account/session.ts'
import { roles } from '../../data/admin/staff.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { CheckboxField } from '../../ui/form/checkbox-field.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { RecordForm } from '../record-form/record-form.tsx'
import { permissionLabels } from './permission-labels.ts'

/** Creates a role, or edits its name and permissions. */
export function RoleDialog({ role, onClose }: { role: Role | undefined; onClose(): void }) {
  const { data: user } = useSession()
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
        read={({ name = '', ...checked }) => ({
          name,
          permissions: permissions.filter((permission) => `permission-${permission}` in checked),
        })}
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
        {(form) => {
          const error = form.error('permissions')
          return (
            <>
              <TextField {...form.field('name')} label="Name" maxLength={200} defaultValue={role?.name} />
              <fieldset aria-describedby={error && 'permissions-error'}>
                <legend className="font-medium">Permissions</legend>
                {permissions.map((permission) => (
                  <CheckboxField
                    key={permission}
                    name={`permission-${permission}`}
                    label={`${permissionLabels[permission].name}: ${permissionLabels[permission].allows}`}
                    defaultChecked={role?.permissions.includes(permission)}
                    disabled={!user?.permissions.includes(permission)}
                  />
                ))}
                {error && (
                  <p id="permissions-error" role="alert" className="mt-1.5 text-sm font-medium text-danger">
                    {error}
                  </p>
                )}
              </fieldset>
            </>
          )
        }}
      </RecordForm>
    </Dialog>
  )
}
