import { useState } from 'react'
import type { EmailDetail } from '#contract/email/email.ts'
import { useAdminCall } from '#web/data/admin/use-admin-mutation.ts'
import { useAdminData } from '#web/data/admin/query.ts'
import { useShop } from '#web/data/shop.ts'
import { errorMessage } from '#web/lib/api.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { DialogButtons } from '#web/ui/dialog/dialog-buttons.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { CopyField } from '#web/ui/copy-field.tsx'
import { EmailBody } from './email-body.tsx'
import { emailStatusLabels } from './email-labels.ts'

/** One email with its status, its text and a button that resends it. */
export function EmailDialog({ id, onClose }: { id: number; onClose(): void }) {
  const email = useAdminData('GET admin/emails/:id', { id })
  const resend = useAdminCall('POST admin/emails/:id/resend')
  const [error, setError] = useState('')

  function sendAgain() {
    setError('')
    resend.mutate(
      { id },
      {
        onSuccess: onClose,
        onError(reason) {
          setError(errorMessage(reason))
          return true
        },
      },
    )
  }

  return (
    <Dialog title={email.data?.subject ?? 'Email'} onClose={onClose}>
      <Loaded query={email} skeleton={<Skeleton className="h-80" />}>
        {(loaded) => <EmailContent email={loaded} />}
      </Loaded>
      {error && (
        <p role="alert" className="mt-4 text-danger">
          {error}
        </p>
      )}
      <DialogButtons cancel="Close" onCancel={onClose} onClick={sendAgain}>
        {email.data?.text && 'Resend'}
      </DialogButtons>
    </Dialog>
  )
}

function EmailContent({ email }: { email: EmailDetail }) {
  const { sendsEmail } = useShop()
  const { text, html, masked } = email
  return (
    <>
      <p className="mb-4 wrap-anywhere text-quiet">
        To {email.recipient}. {emailStatusLabels[email.status]}
        {email.last_error ? `: ${email.last_error}` : '.'}
      </p>
      {text !== null && html !== null ? (
        <>
          <EmailBody html={html} text={text} />
          {masked && (
            <p className="mt-3 text-sm text-quiet">
              Secret links are masked here. The recipient’s email contains them.
            </p>
          )}
          {!sendsEmail && !masked && <UnsentLink text={text} recipient={email.recipient} />}
        </>
      ) : (
        <p>The text was deleted after sending because it contained a secret link.</p>
      )}
    </>
  )
}

/** The link of the email's button, which is the last link of its text. */
function UnsentLink({ text, recipient }: { text: string; recipient: string }) {
  const link = text.match(/https?:\/\/\S+/g)?.at(-1)
  if (!link) return null
  return (
    <div className="mt-4">
      <CopyField label={`Nothing was sent. Pass this link on to ${recipient}.`} text={link} />
    </div>
  )
}
