import { useState } from 'react'
import type { MailTemplate } from '#contract/mail.ts'
import { useMailing, useMailTemplates } from '../../data/admin-mails.ts'
import { showToast } from '../../lib/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { wordsOf } from '../../data/personal-change.ts'
import { MailBody } from '../mails/mail-body.tsx'

/** Every kind of mail, with a look at it and a test. */
export function MailTemplates() {
  const templates = useMailTemplates()
  const { test } = useMailing()
  const [shown, setShown] = useState<MailTemplate>()
  const send = (template: string) =>
    test(template).catch((error: Error) => showToast('error', wordsOf(error)))
  return (
    <Loaded query={templates} skeleton={<Skeleton className="h-72" />}>
      {(list) => (
        <>
          <ul className="max-w-3xl">
            {list.map((one) => (
              <li
                key={one.template}
                className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line py-3"
              >
                <div className="min-w-60 grow">
                  <p className="font-medium">{one.name}</p>
                  <p className="text-sm text-quiet">{one.when}</p>
                </div>
                <Button kind="quiet" aria-label={`Look at ${one.name}`} onClick={() => setShown(one)}>
                  Look at it
                </Button>
                <Button
                  kind="quiet"
                  aria-label={`Send a test of ${one.name}`}
                  onClick={() => void send(one.template)}
                >
                  Send a test
                </Button>
              </li>
            ))}
          </ul>
          {shown && (
            <Dialog title={shown.subject} onClose={() => setShown(undefined)}>
              <MailBody html={shown.html} text={shown.text} />
              <Button kind="secondary" className="mt-4" onClick={() => setShown(undefined)}>
                Close
              </Button>
            </Dialog>
          )}
        </>
      )}
    </Loaded>
  )
}
