import { useState } from 'react'
import { exportAccountData } from '#web/data/account/account.ts'
import { errorMessage } from '#web/lib/api.ts'
import { showToast } from '#web/lib/toasts.ts'
import { Button } from '#web/ui/button.tsx'
import { DeleteAccountDialog } from './delete-account-dialog.tsx'
import { Panel } from './panel.tsx'

/** Data export and account deletion. */
export function PrivacyPanel() {
  const [deleting, setDeleting] = useState(false)
  return (
    <div className="flex flex-col gap-6">
      <Panel title="Export my data" intro="Download a copy of the data we hold about you.">
        <Button kind="secondary" onClick={() => void download()}>
          Download my data
        </Button>
      </Panel>
      <Panel
        title="Delete my account"
        intro="Your details, addresses, cart and wishlist are deleted immediately and can’t be restored. Your comments stay, without your name."
      >
        <Button kind="secondary" onClick={() => setDeleting(true)}>
          Delete my account
        </Button>
      </Panel>
      {deleting && <DeleteAccountDialog onClose={() => setDeleting(false)} />}
    </div>
  )
}

async function download() {
  try {
    const url = URL.createObjectURL(await exportAccountData())
    const link = document.createElement('a')
    link.href = url
    link.download = 'my-data.json'
    link.click()
    setTimeout(() => URL.revokeObjectURL(url), 60_000)
  } catch (error) {
    showToast('error', errorMessage(error, 'We couldn’t load your data. Please try again.'))
  }
}
