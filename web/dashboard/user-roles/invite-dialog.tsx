import { useState } from 'react'
import { inviteInput } from '#contract/identity/invitation.ts'
import type { Role } from '#contract/identity/role.ts'
import { useAdminCall } from '#web/data/admin/use-admin-mutation.ts'
import { useShop } from '#web/data/shop.ts'
import { describeForm } from '../record-form/describe-form.ts'
import { select, text } from '../record-form/fields.tsx'
import { FormDialog } from '../record-form/form-dialog.tsx'
import { InvitationLinkDialog } from './invitation-link-dialog.tsx'
import { assignableRoles } from './assignable-roles.ts'

const describeInvitation = (roles: readonly Role[]) =>
  describeForm(inviteInput, {
    email: text('Email address', {
      type: 'email',
      autoComplete: 'off',
      autoCapitalize: 'none',
      spellCheck: false,
    }),
    roleId: select('Role', assignableRoles(roles).toReversed()),
  })

/** Sends an invitation by email or, without a mail server, shows its link to pass on. */
export function InviteDialog({ roles, onClose }: { roles: readonly Role[]; onClose(): void }) {
  const invite = useAdminCall('POST admin/invitations')
  const { sendsEmail } = useShop()
  const [unsent, setUnsent] = useState<{ email: string; link: string }>()
  if (unsent) return <InvitationLinkDialog {...unsent} onClose={onClose} />
  return (
    <FormDialog
      title="Invite staff"
      intro="The invitation link is valid for 7 days and can be used once."
      of={describeInvitation(roles)}
      draft="invitation"
      action={sendsEmail ? 'Send invitation' : 'Create invitation'}
      busyAction={sendsEmail ? 'Sending…' : 'Creating…'}
      submit={async (input) => ({ ...input, ...(await invite.mutateAsync(input)).data })}
      onDone={({ email, link }) => (link ? setUnsent({ email, link }) : onClose())}
      onClose={onClose}
    />
  )
}
