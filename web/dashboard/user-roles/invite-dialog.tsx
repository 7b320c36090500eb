import { useState } from 'react'
import { inviteInput } from '#contract/identity/invitation.ts'
import type { Role } from '#contract/identity/role.ts'
import { useInvitationChanges } from '#web/data/admin/people/staff.ts'
import { useShop } from '#web/data/shop.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import { InvitationLinkDialog } from './invitation-link-dialog.tsx'
import { assignableRoles } from './assignable-roles.ts'

/** Sends an invitation by email or, without a mail server, shows its link to pass on. */
export function InviteDialog({ roles, onClose }: { roles: readonly Role[]; onClose(): void }) {
  const { invite } = useInvitationChanges()
  const { sendsEmail } = useShop()
  const [unsent, setUnsent] = useState<{ email: string; link: string }>()
  const form = useForm({
    schema: inviteInput,
    draft: { name: 'invitation' },
    async submit(input) {
      const { link } = (await invite.mutateAsync(input)).data
      if (link) setUnsent({ email: input.email, link })
      else onClose()
    },
  })
  if (unsent) return <InvitationLinkDialog {...unsent} onClose={onClose} />
  return (
    <Dialog title="Invite staff" onClose={onClose}>
      <p className="mb-5 text-quiet">The invitation link is valid for 7 days and can be used once.</p>
      <Form
        form={form}
        action={sendsEmail ? 'Send invitation' : 'Create invitation'}
        busyAction={sendsEmail ? 'Sending…' : 'Creating…'}
        onCancel={onClose}
      >
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
