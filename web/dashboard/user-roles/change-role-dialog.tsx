import type { z } from 'zod'
import { updateStaff, type StaffMember } from '#contract/staff.ts'
import type { Role } from '#contract/role.ts'
import { readMember, useStaffChanges } from '../../data/admin-staff.ts'
import { showToast } from '../../lib/toasts.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Form } from '../../ui/form/form.tsx'
import { SelectField } from '../../ui/form/select-field.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { useSaving } from '../meanwhile/use-saving.tsx'
import { staffRoles } from './staff-roles.ts'

interface ChangeRoleProps {
  member: StaffMember
  roles: readonly Role[]
  onClose(): void
}

const storedOf = ({ id, role, version }: StaffMember) => ({ id, roleId: role.id, version })

/** Another role for somebody of the staff; it holds at the next call. */
export function ChangeRoleDialog({ member, roles, onClose }: ChangeRoleProps) {
  const { id, fullName, role } = member
  const { changeRole } = useStaffChanges()
  const { save, question } = useSaving<z.input<typeof updateStaff.input>>({
    start: storedOf(member),
    parts: [
      {
        name: 'Role',
        fields: ['roleId'],
        words: ({ roleId }) => roles.find((one) => one.id === Number(roleId))?.name ?? 'Another role',
      },
    ],
    reread: async () => storedOf(await readMember(id)),
    send: async (input, version) => showToast('success', await changeRole({ ...input, version })),
  })
  const form = useForm({
    schema: updateStaff.input,
    read: ({ roleId }) => ({ id, roleId }),
    async submit(input) {
      await save(input)
      onClose()
    },
  })
  return (
    <>
      <Dialog title={`Role of ${fullName}`} onClose={onClose}>
        <Form form={form} action="Save role" busyAction="Saving…" onCancel={onClose}>
          <SelectField
            {...form.field('roleId')}
            label="Role"
            options={staffRoles(roles)}
            defaultValue={String(role.id)}
          />
        </Form>
      </Dialog>
      {question}
    </>
  )
}
