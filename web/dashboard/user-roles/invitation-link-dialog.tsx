import { useShop } from '#web/data/shop.ts'
import { CopyDialog } from '../copy-dialog.tsx'

interface InvitationLinkDialogProps {
  email: string
  link: string
  onClose(): void
}

/** The link of an invitation, to pass on by hand. */
export function InvitationLinkDialog({ email, link, onClose }: InvitationLinkDialogProps) {
  const { sendsEmail } = useShop()
  return (
    <CopyDialog
      title="Pass on the invitation"
      intro={`${sendsEmail ? '' : 'Email isn’t set up, so nothing was sent. '}Copy this link now and send it to ${email} yourself. Anyone who has it can join.`}
      label="Works once within 7 days"
      text={link}
      onClose={onClose}
    />
  )
}
