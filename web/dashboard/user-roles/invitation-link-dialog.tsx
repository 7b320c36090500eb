import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { useShop } from '#web/data/shop.ts'
import { CopyField } from '#web/ui/copy-field.tsx'

interface InvitationLinkDialogProps {
  email: string
  link: string
  onClose(): void
}

/** The link of an invitation, to pass on by hand. */
export function InvitationLinkDialog({ email, link, onClose }: InvitationLinkDialogProps) {
  const { sendsEmail } = useShop()
  return (
    <Dialog title="Pass on the invitation" onClose={onClose}>
      <p className="mb-5 text-quiet wrap-anywhere">
        {sendsEmail ? '' : 'Email isn’t set up, so nothing was sent. '}
        Copy this link now and send it to {email} yourself. Anyone who has it can join.
      </p>
      <CopyField label="Works once within 7 days" text={link} />
      <div className="mt-6 flex justify-end">
        <Button onClick={onClose}>Done</Button>
      </div>
    </Dialog>
  )
}
