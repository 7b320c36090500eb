import { useState } from 'react'
import { mailVerification } from '../../data/account.ts'
import { serverMessage } from '../../lib/api.ts'
import { showToast } from '../../lib/toasts.ts'
import { Notice } from '../account/notice.tsx'

/** Says that an address has yet to be confirmed, and mails the link again. */
export function UnconfirmedAddress({ email }: { email: string }) {
  const [sent, setSent] = useState(false)

  async function send() {
    try {
      await mailVerification()
      setSent(true)
      showToast('success', 'The link is on its way')
    } catch (error) {
      showToast('error', serverMessage(error) ?? 'The link could not be sent. Please try again.')
    }
  }

  return (
    <Notice kind="attention">
      <p className="wrap-anywhere">
        {sent
          ? `The link is on its way to ${email}.`
          : `Please confirm your address ${email} by the link that we have mailed you.`}
      </p>
      <button
        type="button"
        onClick={() => void send()}
        className="mt-1 cursor-pointer py-1 font-medium underline underline-offset-4 hover:decoration-2"
      >
        Send the link again
      </button>
    </Notice>
  )
}
