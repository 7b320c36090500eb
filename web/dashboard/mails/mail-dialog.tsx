import { useState } from 'react'
import type { MailDetail } from '#contract/mail.ts'
import { useMail, useMailing } from '../../data/admin-mails.ts'
import { wordsOf } from '../../data/personal-change.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { MailBody } from './mail-body.tsx'
import { statusWords } from './status-words.ts'

/** One mail: what has become of it, its words, and sending it again. */
export function MailDialog({ id, onClose }: { id: number; onClose(): void }) {
  const mail = useMail(id)
  const { resend } = useMailing()
  const [failed, setFailed] = useState('')
  const again = () => resend(id).then(onClose, (error: Error) => setFailed(wordsOf(error)))
  return (
    <Dialog title={mail.data?.subject ?? 'Mail'} onClose={onClose}>
      <Loaded query={mail} skeleton={<Skeleton className="h-80" />}>
        {(loaded) => <Words mail={loaded} />}
      </Loaded>
      {failed && (
        <p role="alert" className="mt-4 text-danger">
          {failed}
        </p>
      )}
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button kind="secondary" onClick={onClose}>
          Close
        </Button>
        {mail.data?.text && <Button onClick={() => void again()}>Send again</Button>}
      </div>
    </Dialog>
  )
}

function Words({ mail }: { mail: MailDetail }) {
  const { text, html, masked } = mail
  return (
    <>
      <p className="mb-4 wrap-anywhere text-quiet">
        To {mail.recipient}. {statusWords[mail.status]}
        {mail.last_error ? `: ${mail.last_error}` : '.'}
      </p>
      {text !== null && html !== null ? (
        <>
          <MailBody html={html} text={text} />
          {masked && (
            <p className="mt-3 text-sm text-quiet">
              Secrets of links are left out here; who gets the mail has them.
            </p>
          )}
        </>
      ) : (
        <p>Its words were deleted when it was sent, because its link was a secret.</p>
      )}
    </>
  )
}
