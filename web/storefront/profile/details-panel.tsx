import { resendVerificationEmail, useAccount } from '#web/data/account/account.ts'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { DetailsForm } from './details-form.tsx'
import { Panel } from './panel.tsx'
import { useState } from 'react'
import { useShop } from '#web/data/shop.ts'
import { showOutcome } from '../account/show-outcome.ts'
import { Notice } from '../account/notice.tsx'

/** The account details and the status of the email address. */
export function DetailsPanel() {
  const account = useAccount()
  return (
    <Panel title="Details">
      <Loaded query={account} skeleton={<Skeleton className="h-96" />}>
        {(data) => (
          <>
            {!data.emailVerified && <UnconfirmedEmail email={data.email} />}
            <DetailsForm account={data} />
          </>
        )}
      </Loaded>
    </Panel>
  )
}

/** Asks to confirm the email address and can resend the link. */
function UnconfirmedEmail({ email }: { email: string }) {
  const { sendsEmail } = useShop()
  const [sent, setSent] = useState(false)

  if (!sendsEmail) {
    return (
      <Notice kind="attention">Your email isn’t confirmed yet. We can’t send you a link right now.</Notice>
    )
  }

  async function send() {
    const failed = 'We couldn’t send the link. Please try again.'
    if (await showOutcome(resendVerificationEmail(), 'Link sent', failed)) setSent(true)
  }

  return (
    <Notice kind="attention">
      <p className="wrap-anywhere">
        {sent
          ? `We’ve sent a new link to ${email}.`
          : `Please confirm your email. We sent a link to ${email}.`}
      </p>
      <button
        type="button"
        onClick={() => void send()}
        className="mt-1 cursor-pointer py-1 font-medium underline underline-offset-4 hover:decoration-2"
      >
        Resend link
      </button>
    </Notice>
  )
}
