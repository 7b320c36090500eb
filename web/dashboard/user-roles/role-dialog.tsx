import { permissions } from '#contract/endpoint.ts'
import type { z } from 'zod'
import { createRoleInput, type Role } from '#contract/role.ts'
import { useSession } from '../../data/session.ts'
import { readRole, useStaffChanges } from '../../data/admin-staff.ts'
import { showToast } from '../../lib/toasts.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { CheckboxField } from '../../ui/form/checkbox-field.tsx'
import { Form } from '../../ui/form/form.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { useSaving } from '../meanwhile/use-saving.tsx'
import { rightWords } from './rights.ts'

/** A new role, or the name and rights of one. */
export function RoleDialog({ role, onClose }: { role: Role | undefined; onClose(): void }) {
  const { data: user } = useSession()
  const { createRole, updateRole } = useStaffChanges()
  const id = role?.id ?? 0
  const { save, question } = useSaving<z.input<typeof createRoleInput>>({
    start: role ?? { name: '', permissions: [], version: 0 },
    parts: [
      { name: 'Name', fields: ['name'] },
      {
        name: 'May work on',
        fields: ['permissions'],
        words: (input) =>
          permissions
            .filter((right) => input.permissions.includes(right))
            .map((right) => rightWords[right].name)
            .join(', '),
      },
    ],
    reread: () => readRole(id),
    send: async (input, version) => showToast('success', await updateRole({ ...input, id, version })),
  })
  const form = useForm({
    schema: createRoleInput,
    read: ({ name = '', ...ticked }) => ({
      name,
      permissions: permissions.filter((right) => `right-${right}` in ticked),
    }),
    async submit(input) {
      if (role) await save(input)
      else showToast('success', await createRole(input))
      onClose()
    },
  })
  const { error } = form.field('permissions')
  return (
    <>
      <Dialog title={role ? `Role ${role.name}` : 'New role'} onClose={onClose}>
        <Form form={form} action="Save role" busyAction="Saving…" onCancel={onClose}>
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
      {question}
    </>
  )
}
