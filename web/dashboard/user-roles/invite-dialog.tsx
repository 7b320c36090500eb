import { inviteInput } from '#contract/people/invitation.ts'
import type { Role } from '#contract/people/role.ts'
import { useInvitationChanges } from '../../data/admin/staff.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Form } from '../../ui/form/form.tsx'
import { SelectField } from '../../ui/form/select-field.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { assignableRoles } from './assignable-roles.ts'

/** Sends an invitation by email. */
export function InviteDialog({ roles, onClose }: { roles: readonly Role[]; onClose(): void }) {
  const { invite } = useInvitationChanges()
  const form = useForm({
    schema: inviteInput,
    async submit(input) {
      await invite.mutateAsync(input)
      onClose()
    },
  })
  return (
    <Dialog title="Invite staff" onClose={onClose}>
      <p className="mb-5 text-quiet">The invitation link is valid for 7 days and can be used once.</p>
      <Form form={form} action="Send invitation" busyAction="Sending…" onCancel={onClose}>
        <TextField
          {...form.field('email')}
          label="Email address"
          type="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <SelectField {...form.field('roleId')} label="Role" options={assignableRoles(roles).toReversed()} />
      </Form>
    </Dialog>
  )
}
