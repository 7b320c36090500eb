import { inviteInput } from '#contract/invitation.ts'
import type { Role } from '#contract/role.ts'
import { useStaffChanges } from '../../data/admin-staff.ts'
import { showToast } from '../../lib/toasts.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Form } from '../../ui/form/form.tsx'
import { SelectField } from '../../ui/form/select-field.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { staffRoles } from './staff-roles.ts'

/** Invites somebody to the staff by mail. */
export function InviteDialog({ roles, onClose }: { roles: readonly Role[]; onClose(): void }) {
  const { invite } = useStaffChanges()
  const form = useForm({
    schema: inviteInput,
    async submit(input) {
      showToast('success', await invite(input))
      onClose()
    },
  })
  return (
    <Dialog title="Invite staff" onClose={onClose}>
      <p className="mb-5 text-quiet">The link in the mail works once, within seven days.</p>
      <Form form={form} action="Send invitation" busyAction="Sending…" onCancel={onClose}>
        <TextField
          {...form.field('email')}
          label="E-mail address"
          type="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <SelectField {...form.field('roleId')} label="Role" options={staffRoles(roles).toReversed()} />
      </Form>
    </Dialog>
  )
}
